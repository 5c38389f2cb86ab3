import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import type { PolicyFacts } from "#contract/site/policies";
import { MINUTE_MS } from "#domain/deadlines";
import { operatorLine } from "#domain/site/operator";
import { api, unwrap } from "../../../lib/api-client.ts";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";

export interface Chapter {
  id: string;
  title: string;
  body: ReactNode;
}

interface LegalText {
  summary: ReactNode;
  chapters: readonly Chapter[];
}

const FRESH_MS = 5 * MINUTE_MS;

/** A legal text with a summary and chapters, each with its own anchor, written from the site's own facts. */
export function LegalPage({
  title,
  updated,
  write,
}: {
  title: string;
  updated: string;
  write: (facts: PolicyFacts) => LegalText;
}) {
  const facts = useQuery({
    queryKey: ["policies"],
    queryFn: ({ signal }) => unwrap(api.api.policies.$get({}, { init: { signal } })),
    staleTime: FRESH_MS,
  });
  return (
    <PageBody width="form">
      <PageHeader title={title} description={`Last changed ${updated}`} />
      {facts.data ? (
        <Text {...write(facts.data)} />
      ) : facts.isPending ? (
        <Skeleton className="h-96" />
      ) : (
        <ErrorState title="This page didn't load" query={facts} />
      )}
    </PageBody>
  );
}

function Text({ summary, chapters }: LegalText) {
  return (
    <>
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
    </>
  );
}

const linkClass = "font-semibold text-brand-ink underline underline-offset-4";

export function BulletList({ children }: { children: ReactNode }) {
  return <ul className="grid list-disc gap-2 pl-5">{children}</ul>;
}

export function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={linkClass}>
      {children}
    </Link>
  );
}

export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} rel="noopener noreferrer" className={linkClass}>
      {children}
    </a>
  );
}

/** An address as a link; a general text until there is one. */
export function MailLink({ address }: { address: string }) {
  if (address === "") return "our support address";
  return (
    <a href={`mailto:${address}`} className={linkClass}>
      {address}
    </a>
  );
}

/** "Goodstreet is run by Corner Pty Ltd, ABN …, 1 High St."; the name alone until the operator is set. */
export function OperatorText({ facts: { settings } }: { facts: PolicyFacts }) {
  const { operator, site_name } = settings;
  if (operator.legal_name === "") return `${site_name} is run by the people you reach at the addresses below.`;
  return `${site_name} is run by ${operatorLine(operator, site_name)}.`;
}
