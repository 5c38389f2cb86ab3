import type { ReactNode } from "react";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";

export interface Chapter {
  id: string;
  title: string;
  body: ReactNode;
}

/** A legal text with a summary and chapters, each with its own anchor. */
export function LegalPage({
  title,
  updated,
  summary,
  chapters,
}: {
  title: string;
  updated: string;
  summary: ReactNode;
  chapters: readonly Chapter[];
}) {
  return (
    <PageBody width="form">
      <PageHeader title={title} description={`Last changed ${updated}`} />
      <div className="rounded-lg bg-brand-soft p-5">
        <h2 className="font-bold">In short</h2>
        <div className="mt-2 grid gap-2">{summary}</div>
      </div>
      <nav aria-label="On this page" className="mt-6">
        <ol className="grid gap-x-6 sm:grid-cols-2">
          {chapters.map(({ id, title: chapter }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex min-h-tap items-center font-semibold text-brand-ink underline-offset-4 hover:underline"
              >
                {chapter}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {chapters.map(({ id, title: chapter, body }) => (
        <section key={id} id={id} className="mt-9 scroll-mt-20">
          <h2 className="text-xl font-bold">{chapter}</h2>
          <div className="mt-3 grid max-w-prose gap-3">{body}</div>
        </section>
      ))}
    </PageBody>
  );
}

const linkClass = "font-semibold text-brand-ink underline underline-offset-4";

export function BulletList({ children }: { children: ReactNode }) {
  return <ul className="grid list-disc gap-2 pl-5">{children}</ul>;
}

export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} rel="noopener noreferrer" className={linkClass}>
      {children}
    </a>
  );
}

/** The support address as a link; a general text until it is known. */
export function MailLink({ address }: { address: string | null }) {
  if (address === null) return "our support address";
  return (
    <a href={`mailto:${address}`} className={linkClass}>
      {address}
    </a>
  );
}
