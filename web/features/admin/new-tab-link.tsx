import { ExternalLink } from "lucide-react";

/** A link that opens in a new tab and says so, because the dialog with the evidence must stay open. */
export function NewTabLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="inline-flex min-h-tap w-fit items-center gap-2 font-semibold text-brand-ink underline-offset-4 hover:underline"
    >
      {children}
      <ExternalLink className="size-4" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
