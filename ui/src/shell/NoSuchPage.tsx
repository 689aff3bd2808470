import { Go } from "../parts/Go";
import { Empty } from "../parts/States";
import { useHeading } from "./heading";

export function NoSuchPage() {
  useHeading("No such page");
  return (
    <Empty title="There is no page at this address.">
      <Go className="link" href="/runs">
        All runs
      </Go>
    </Empty>
  );
}
