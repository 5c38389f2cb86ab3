import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { IconButton } from "./icon-button.tsx";
import { toast } from "./toast.tsx";

/** How long the tick is shown after copying. */
const TICK_MS = 2_000;

/** Copies text and says so in a toast. Returns whether a tick is shown now, and the function that copies. */
export function useCopy(done = "Copied to clipboard") {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), TICK_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async (text: string, failed: { title: string; description: string }) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      toast({ title: done });
    } catch {
      // The browser may refuse clipboard access, or have none; `failed` says what to do then.
      toast({ ...failed, variant: "destructive" });
    }
  };
  return [copied, copy] as const;
}

/** A value to use in another app (an account number, a reference), with a copy button. */
export function CopyRow({ name, value }: { name: string; value: string }) {
  const [copied, copy] = useCopy();
  const failed = { title: "Couldn't copy", description: "Select the text and copy it yourself." };

  // In a description list, dt and dd must be direct children of the row's div; the button is part of the dd.
  return (
    <div className="relative min-h-14 py-1.5 pr-12">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-semibold tabular-nums">
        <span className="wrap-anywhere select-all">{value}</span>
        <span className="absolute inset-y-0 -right-2 flex items-center">
          <IconButton label={`Copy ${name.toLowerCase()}`} onClick={() => void copy(value, failed)}>
            {copied ? <Check className="size-5 text-brand-ink" /> : <Copy className="size-5" />}
          </IconButton>
        </span>
      </dd>
    </div>
  );
}
