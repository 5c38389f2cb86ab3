import { clsx } from "clsx";
import { Heart as HeartIcon } from "lucide-react";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useSession } from "../../lib/session.ts";
import { ClientOnly } from "../../ui/client-only.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { type ToastInput, toast, toastError } from "../../ui/toast.tsx";
import { useFetchListsOf, useListsOf, useSaveItem } from "./wish-lists.ts";

const ListChooser = lazyDialog(() => import("./list-chooser.tsx"));

interface WishHeartProps {
  item: { id: string; title: string; seller_id: string };
  sold: boolean;
  /** On a photo, or in the button row of the item page. */
  place: "card" | "page";
}

/**
 * Saves a listing to the default wish list, or removes it from all lists. Hidden on the viewer's own and on sold
 * listings. Rendered in the browser only, because the server's pages are the same for all users.
 */
export function WishHeart(props: WishHeartProps) {
  return (
    <ClientOnly>
      <Heart {...props} />
    </ClientOnly>
  );
}

function Heart({ item, sold, place }: WishHeartProps) {
  const session = useSession();
  const lists = useListsOf(item.id, session.signedIn);
  const fetchListsOf = useFetchListsOf(item.id);
  const { mutateAsync: placeIn } = useSaveItem(item.id);
  const [choosing, setChoosing] = useState(false);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const saved = lists !== undefined && lists.length > 0;
  // Demo listings of an empty marketplace cannot be saved (D3).
  if (item.id.startsWith("demo-") || session.user?.id === item.seller_id || (sold && !saved)) {
    return null;
  }

  // Uses the promise, because the mutation's callbacks do not run after this heart unmounts, which happens when a wish
  // list removes its card.
  function put(lists: string[] | undefined, done: ToastInput | null, failure: string) {
    placeIn(lists).then(() => done && toast(done), toastError(failure));
  }
  async function press() {
    if (session.ready && !session.signedIn) {
      toast({ title: "Sign in to save this", description: "Your wish lists are saved to your account." });
      void navigate(`/SignIn?returnUrl=${encodeURIComponent(pathname + search)}`);
      return;
    }
    // Until the lists are known, a press could save an item again that it should remove.
    const before = [...(lists ?? (await fetchListsOf()) ?? [])];
    if (before.length > 0) {
      const undo = { label: "Undo", onPress: () => put(before, null, "We couldn't put it back") };
      const done = { title: "Removed from your wish lists", description: item.title, action: undo };
      put([], done, "We couldn't remove it");
    } else {
      const choose = { label: "Choose list", onPress: () => setChoosing(true) };
      const description = "We'll tell you when the price drops.";
      put(undefined, { title: "Saved to your wish list", description, action: choose }, "We couldn't save it");
    }
  }

  return (
    <>
      <IconButton
        label={`Save to wish list: ${item.title}`}
        aria-pressed={saved}
        variant={place === "card" ? "onPhoto" : "soft"}
        size={place === "card" ? "sm" : "md"}
        // Above the card's link, which covers the whole card.
        className={place === "card" ? "absolute! top-2 right-2 z-1" : undefined}
        onClick={() => void press()}
      >
        <HeartIcon
          className={clsx(
            "size-5",
            saved && (place === "card" ? "fill-current text-[#c21f30]" : "fill-current text-hot-ink"),
          )}
        />
      </IconButton>
      <ListChooser item={item} open={choosing} onClose={() => setChoosing(false)} />
    </>
  );
}
