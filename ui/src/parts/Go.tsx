import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { goTo, linkTo } from "../shell/url";

/** A link inside the window. Cheap enough for every cell of a table; opens beside with the usual keys. */
export function Go({ href, onClick, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    goTo(linkTo(href));
  };
  return <a {...rest} href={linkTo(href)} onClick={follow} />;
}
