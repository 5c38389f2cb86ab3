import { BellPlus, BellRing } from "lucide-react";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { ListItemsInput } from "#contract/items";
import type { SearchFiltersInput } from "#contract/wishlists";
import { useSession } from "../../lib/session.ts";
import { Button, LinkButton } from "../../ui/button.tsx";
import { toast, toastError } from "../../ui/toast.tsx";
import { useSearchCommand } from "./api.ts";

const NAMES = [
  "q",
  "category",
  "categories",
  "condition",
  "min_price",
  "max_price",
  "location",
  "near",
  "within_km",
] as const satisfies readonly (keyof SearchFiltersInput)[];

/** Returns the filters of a list query, without sort order and cursor. */
function filtersOf(query: ListItemsInput): SearchFiltersInput {
  return Object.fromEntries(NAMES.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])));
}

/** Saves the current filters as a search that reports new listings; afterwards links to the saved searches. */
export default function SaveSearch({ query }: { query: ListItemsInput }) {
  const session = useSession();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const command = useSearchCommand();
  const filters = filtersOf(query);
  const wanted = JSON.stringify(filters);
  const [saved, setSaved] = useState<string | null>(null);

  if (saved === wanted) {
    return (
      <LinkButton to="/WishLists?view=searches" variant="soft" size="sm" icon={<BellRing className="size-4.5" />}>
        Search saved
      </LinkButton>
    );
  }
  function save() {
    if (session.ready && !session.signedIn) {
      toast({ title: "Sign in to save this search", description: "Then we'll tell you when something new is listed." });
      void navigate(`/SignIn?returnUrl=${encodeURIComponent(pathname + search)}`);
      return;
    }
    command.mutate(
      { kind: "save", filters },
      {
        onSuccess: () => {
          setSaved(wanted);
          toast({ title: "Search saved", description: "We'll tell you when something new is listed." });
        },
        onError: toastError("The search wasn't saved"),
      },
    );
  }
  return (
    <Button
      variant="soft"
      size="sm"
      icon={<BellPlus className="size-4.5" />}
      loading={command.isPending}
      onClick={save}
    >
      Save search
    </Button>
  );
}
