import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./icon-button.tsx";
import { toast } from "./toast.tsx";

/** How long the tick is shown after copying. */
const TICK_MS = 2_000;

/** A value to use in another app (an account number, a reference), with a copy button. */
export function CopyRow({ name, value }: { name: string; value: string }) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), TICK_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      toast({ title: "Copied to clipboard" });
    } catch {
      // The browser may refuse clipboard access; the visible value can be selected by hand.
      toast({ title: "Couldn't copy", description: "Select the text and copy it yourself.", variant: "destructive" });
    }
  };

  // In a description list, dt and dd must be direct children of the row's div; the button is part of the dd.
  return (
    <div className="relative min-h-14 py-1.5 pr-12">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-semibold tabular-nums">
        <span className="wrap-anywhere select-all">{value}</span>
        <span className="absolute inset-y-0 -right-2 flex items-center">
          <IconButton label={`Copy ${name.toLowerCase()}`} onClick={() => void copy()}>
            {copied ? <Check className="size-5 text-brand-ink" /> : <Copy className="size-5" />}
          </IconButton>
        </span>
      </dd>
    </div>
  );
}
