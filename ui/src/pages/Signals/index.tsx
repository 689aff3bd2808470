export default function Signals() {
  return null;
}
