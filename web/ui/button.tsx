import { cva, type VariantProps } from "class-variance-authority";
import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { Link, type LinkProps } from "react-router-dom";
import { Spinner } from "./spinner.tsx";

const button = cva(
  "relative inline-flex max-w-full shrink-0 select-none items-center justify-center gap-2 rounded-full text-center font-semibold transition-colors duration-150 disabled:opacity-50 aria-disabled:opacity-60",
  {
    variants: {
      variant: {
        primary: "bg-brand text-on-brand hover:bg-brand-hover",
        secondary: "border border-field bg-transparent text-ink hover:border-ink hover:bg-surface",
        soft: "bg-brand-soft text-brand-ink hover:bg-brand-soft-hover",
        wattle: "bg-wattle text-on-wattle hover:bg-wattle-hover",
        quiet: "bg-surface text-ink hover:bg-brand-soft hover:text-brand-ink",
        danger: "bg-hot text-on-hot hover:bg-hot-hover",
        ghost: "text-ink hover:bg-surface",
      },
      /** 40 px (44 on phones) inside cards and rows, 44 px for actions, 52 px for a page's main action. */
      size: {
        sm: "min-h-tap px-4 py-2 text-base",
        md: "min-h-11 px-5 py-2 text-base",
        lg: "min-h-13 px-7 py-3 text-base",
      },
      block: { true: "w-full", false: "" },
    },
    defaultVariants: { variant: "primary", size: "md", block: false },
  },
);

type Look = VariantProps<typeof button>;

type ButtonProps = ComponentProps<"button"> &
  Look & {
    /** Shows a spinner in place of the label, keeps the width and the focus, and ignores presses. */
    loading?: boolean;
    icon?: ReactNode;
  };

/**
 * Button for everything that is not a link. `type` defaults to "button", so that it does not submit a form by accident.
 */
export function Button({
  variant,
  size,
  block,
  loading = false,
  icon,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      data-danger={variant === "danger" || undefined}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      className={clsx(button({ variant, size, block }), className)}
    >
      <span className={clsx("inline-flex items-center gap-2", loading && "opacity-0")}>
        {icon}
        {children}
      </span>
      {loading ? <Spinner className="absolute" /> : null}
    </button>
  );
}

/** A link that looks like a button. Screen readers announce a link. */
export function LinkButton({
  variant,
  size,
  block,
  icon,
  className,
  children,
  ...rest
}: LinkProps & Look & { icon?: ReactNode }) {
  return (
    <Link {...rest} className={clsx(button({ variant, size, block }), className)}>
      {icon}
      {children}
    </Link>
  );
}
