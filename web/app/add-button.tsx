import { clsx } from "clsx";
import { Plus } from "lucide-react";
import { useRef } from "react";
import { Link, useLocation } from "react-router-dom";
import { pageOf } from "#domain/site/pages";
import { isTaskPage } from "./task-pages.ts";
import { useRoom } from "./use-room.ts";

/**
 * Links to /additem for signed-in users, on every page except Home, listing forms and open checkouts (D67). On phones
 * the tab bar has the link. Unknown paths show Home too.
 */
export default function AddButton() {
  const { pathname, search } = useLocation();
  const path = pageOf(pathname)?.path ?? "home";
  if (path === "home" || isTaskPage(pathname, search)) return null;
  return <FloatingButton key={pathname} />;
}

/** Shrinks to its icon over links and buttons, and gives way to one that the icon would cover. */
function FloatingButton() {
  const link = useRef<HTMLAnchorElement>(null);
  const room = useRoom(link);
  return (
    <Link
      ref={link}
      data-add-button
      to="/additem"
      aria-label="List an item"
      className={clsx(
        "fixed right-6 bottom-6 z-20 flex h-14 items-center justify-center gap-2 rounded-full bg-brand font-semibold text-on-brand shadow-float transition-[width,opacity,background-color] duration-150 hover:bg-brand-hover max-md:hidden print:hidden",
        room === "wide" ? "w-42" : "w-14",
        room === "none" && "pointer-events-none opacity-0 focus-visible:pointer-events-auto focus-visible:opacity-100",
      )}
    >
      <Plus className="size-6 shrink-0" />
      {room === "wide" ? <span className="whitespace-nowrap">List an item</span> : null}
    </Link>
  );
}
