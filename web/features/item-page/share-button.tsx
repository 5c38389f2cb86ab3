import { Check, Share2 } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "../../ui/icon-button.tsx";
import { toast } from "../../ui/toast.tsx";

const TICK_MS = 2_000;

/** Opens the device's share sheet, or copies the link. */
export function ShareButton({ id, title }: { id: string; title: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), TICK_MS);
    return () => clearTimeout(timer);
  }, [copied]);

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
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
      toast({ title: "Link copied to clipboard!" });
    } catch {
      toast({ title: "We couldn't copy the link", description: url, variant: "destructive" });
    }
  };

  return (
    <IconButton label="Share this item" variant="soft" onClick={() => void share()}>
      {copied ? <Check className="size-5 text-brand-ink" /> : <Share2 className="size-5" />}
    </IconButton>
  );
}
