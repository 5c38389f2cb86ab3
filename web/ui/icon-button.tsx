import { cva, type VariantProps } from "class-variance-authority";
import { clsx } from "clsx";
import type { ComponentProps } from "react";

const iconButton = cva(
  "relative inline-flex shrink-0 items-center justify-center rounded-full transition-colors duration-150 disabled:opacity-50",
  {
    variants: {
      variant: {
        quiet: "text-ink hover:bg-surface",
        soft: "bg-surface text-ink hover:bg-brand-soft hover:text-brand-ink",
        /** White in both themes, for use on photos. */
        onPhoto: "bg-white text-[#14211c] [box-shadow:0_1px_4px_rgb(11_20_16/0.18)] hover:bg-[#e1f1eb]",
        raised: "bg-raised text-ink shadow-float hover:bg-surface",
        danger: "text-hot-ink hover:bg-hot-soft",
      },
      size: { sm: "size-tap", md: "size-11" },
    },
    defaultVariants: { variant: "quiet", size: "md" },
  },
);

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label"> &
  VariantProps<typeof iconButton> & {
    label: string;
  };

export function IconButton({ label, variant, size, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={clsx(iconButton({ variant, size }), className)}
    />
  );
}
