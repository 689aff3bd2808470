import "./overlays.css";
import { useStore } from "../model/store";
import { Help } from "./Help";
import { overlay } from "./overlay";
import { Palette } from "./Palette";

export default function Overlays() {
  const open = useStore(overlay);
  return (
    <>
      <Palette opened={open === "palette"} />
      <Help opened={open === "help"} />
    </>
  );
}
