import { cva, type VariantProps } from "class-variance-authority";
import { clsx } from "clsx";
import type { ReactNode } from "react";

const badge = cva("inline-flex items-center gap-1 whitespace-nowrap rounded-sm px-2 py-0.5 text-sm font-semibold", {
  variants: {
    tone: {
      neutral: "bg-surface text-muted",
      brand: "bg-brand-soft text-brand-ink",
      /** Positive information: discounts, Knowzee, balance. */
      wattle: "bg-wattle text-on-wattle",
      wattleSoft: "bg-wattle-soft text-ink",
      /** Urgent and trending items only. */
      hot: "bg-hot text-on-hot",
      hotSoft: "bg-hot-soft text-hot-ink",
      ink: "bg-ink text-page",
    },
  },
  defaultVariants: { tone: "neutral" },
});

export function Badge({
  tone,
  className,
  children,
}: VariantProps<typeof badge> & { className?: string; children: ReactNode }) {
  return <span className={clsx(badge({ tone }), className)}>{children}</span>;
}
