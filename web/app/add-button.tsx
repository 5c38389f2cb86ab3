import { Plus } from "lucide-react";
import { Link, useLocation } from "react-router-dom";
import { pageOf } from "#domain/site/pages";

/** Links to /additem for signed-in users, on every page except Home. Unknown paths show Home too. */
export default function AddButton() {
  const { pathname } = useLocation();
  if ((pageOf(pathname)?.path ?? "home") === "home") return null;
  return (
    <Link
      data-add-button
      to="/additem"
      aria-label="List an item"
      className="fixed right-4 bottom-[calc(env(safe-area-inset-bottom)+16px)] z-20 flex size-14 items-center justify-center gap-2 rounded-full bg-brand font-semibold text-on-brand shadow-float transition-colors duration-150 hover:bg-brand-hover sm:right-6 sm:bottom-6 sm:w-auto sm:px-6"
    >
      <Plus className="size-6" aria-hidden="true" />
      <span className="hidden sm:inline">List an item</span>
    </Link>
  );
}
