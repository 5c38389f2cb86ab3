import { clsx } from "clsx";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";

/**
 * Content of a page. Every title starts at the same place: forms and texts are narrower than lists, but begin at the
 * left edge too. `narrow` is a form on its own in the middle, such as signing in.
 */
export function PageBody({ width = "page", children }: { width?: "page" | "form" | "narrow"; children: ReactNode }) {
  return (
    <div
      className={clsx(
        "mx-auto w-full px-4 pt-5 pb-28 sm:px-6 sm:pt-8",
        width === "narrow" ? "max-w-[480px]" : "max-w-page",
      )}
    >
      {width === "form" ? <div className="max-w-[712px]">{children}</div> : children}
    </div>
  );
}

interface PageHeaderProps {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  back?: { to: string; label: string };
}

/** The page's only h1. It receives the focus after a navigation. */
export function PageHeader({ title, description, actions, back }: PageHeaderProps) {
  return (
    <header className="mb-6">
      {back ? (
        <Link
          to={back.to}
          className="-ml-2 mb-2 inline-flex min-h-tap items-center gap-1.5 rounded-full px-2 font-semibold text-muted hover:text-ink print:hidden"
        >
          <ArrowLeft className="size-4" />
          {back.label}
        </Link>
      ) : null}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 sm:flex-nowrap">
        <div className="min-w-0">
          <h1 dir="auto" className="text-2xl font-extrabold">
            {title}
          </h1>
          {description ? (
            <p dir="auto" className="mt-1.5 max-w-prose text-muted">
              {description}
            </p>
          ) : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-2.5 sm:shrink-0">{actions}</div> : null}
      </div>
    </header>
  );
}

/** A titled part of a page, separated by space instead of boxes. */
export function Section({
  id,
  title,
  description,
  actions,
  className,
  children,
}: {
  /** Anchor for links to this section. */
  id?: string;
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section id={id} className={clsx("mt-9 first:mt-0", className)}>
      <div className={clsx("mb-3.5 flex flex-wrap justify-between gap-3", description ? "items-end" : "items-center")}>
        <div className="min-w-0">
          <h2 dir="auto" className="text-xl font-bold">
            {title}
          </h2>
          {description ? (
            <p dir="auto" className="mt-0.5 max-w-prose text-muted">
              {description}
            </p>
          ) : null}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}

const PANEL_TONES = {
  surface: "bg-surface",
  brand: "bg-brand-soft",
  wattle: "bg-wattle-soft",
  hot: "bg-hot-soft",
} as const;

/** A tinted box for facts and notices inside a page or dialog. */
export function Panel({
  tone = "surface",
  className,
  tour,
  children,
}: {
  tone?: keyof typeof PANEL_TONES;
  className?: string;
  /** Name of this box in a guided tour. */
  tour?: string;
  children: ReactNode;
}) {
  return (
    <div data-tour={tour} className={clsx("rounded-md p-4", PANEL_TONES[tone], className)}>
      {children}
    </div>
  );
}

/** List of names and values in one or two columns. */
export function Facts({
  items,
  className,
}: {
  items: readonly { name: string; value: ReactNode }[];
  className?: string;
}) {
  return (
    <dl className={clsx("grid gap-x-6 gap-y-3 sm:grid-cols-2", className)}>
      {items.map(({ name, value }) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
