import { Popover } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Icon, type IconName } from "./Icon";

/** A button with a panel under it. Closes on Escape, on a click outside, and when its content says so. */
export function Drop({
  label,
  icon,
  name,
  className = "button",
  children,
  chevron = true,
  align = "bottom-end",
}: {
  label: ReactNode;
  icon?: IconName;
  name: string;
  className?: string;
  children: (close: () => void) => ReactNode;
  chevron?: boolean;
  align?: "bottom-end" | "bottom-start" | "top-start" | "top-end";
}) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position={align}
      offset={4}
      trapFocus
      returnFocus
      withinPortal
      shadow="none"
    >
      <Popover.Target>
        <button type="button" className={className} aria-label={name} onClick={() => setOpen(!open)}>
          {icon ? <Icon name={icon} size={14} /> : null}
          {label}
          {chevron ? <Icon name="down" size={14} /> : null}
        </button>
      </Popover.Target>
      <Popover.Dropdown className="drop" aria-label={name}>
        {children(() => setOpen(false))}
      </Popover.Dropdown>
    </Popover>
  );
}

/** One line of a drop: a choice that can be on. */
export function Choice({
  on,
  onChoose,
  children,
  hint,
}: {
  on: boolean;
  onChoose: () => void;
  children: ReactNode;
  hint?: ReactNode;
}) {
  return (
    <button type="button" className="choice" aria-pressed={on} onClick={onChoose}>
      <span className="choice-mark">{on ? <Icon name="check" size={14} /> : null}</span>
      <span className="cut">{children}</span>
      {hint !== undefined ? <span className="push dim small nowrap">{hint}</span> : null}
    </button>
  );
}
