import { Check, Share2 } from "lucide-react";
import { useCopy } from "../../ui/copy-row.tsx";
import { IconButton } from "../../ui/icon-button.tsx";

/** Opens the device's share sheet, or copies the link. */
export function ShareButton({ id, title }: { id: string; title: string }) {
  const [copied, copy] = useCopy("Link copied to clipboard!");
  const share = async () => {
    const url = `${window.location.origin}/ItemDetail/${id}`;
    if (typeof navigator.share === "function") {
      try {
        await navigator.share({ title, url });
        return;
      } catch (error) {
        // The user closed the share sheet. Any other error falls back to the clipboard.
        if (error instanceof DOMException && error.name === "AbortError") return;
      }
    }
    await copy(url, { title: "We couldn't copy the link", description: url });
  };

  return (
    <IconButton label="Share this item" variant="soft" onClick={() => void share()}>
      {copied ? <Check className="size-5 text-brand-ink" /> : <Share2 className="size-5" />}
    </IconButton>
  );
}
