import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router-dom";
import type { PolicyPage } from "#contract/site/policies";
import { MINUTE_MS } from "#domain/deadlines";
import { pageOf } from "#domain/site/pages";
import { api, unwrap } from "../../../lib/api-client.ts";
import { bootReply } from "../../../lib/boot.ts";
import { PageBody, PageHeader } from "../../../ui/layout.tsx";
import { Prose } from "../../../ui/prose.tsx";
import { PageSkeleton } from "../../../ui/skeleton.tsx";
import { ErrorState } from "../../../ui/states.tsx";
import { DecisionFiguresView } from "./decision-figures.tsx";

const FRESH_MS = 5 * MINUTE_MS;

/** /Privacy, /Terms, /HowWeDecide and /Accessibility: a summary, and chapters with an anchor each. The Worker writes their texts. */
export default function PolicyScreen() {
  const policy = pageOf(useLocation().pathname)?.path ?? "";
  const boot = bootReply<PolicyPage>(`/api/policies/${policy}`);
  const query = useQuery({
    queryKey: ["policies", policy],
    queryFn: ({ signal }) => unwrap(api.api.policies[":policy"].$get({ param: { policy } }, { init: { signal } })),
    initialData: boot?.reply,
    initialDataUpdatedAt: boot?.at,
    staleTime: FRESH_MS,
  });
  if (query.data === undefined) {
    return query.isError ? (
      <PageBody width="form">
        <ErrorState title="This page didn't load" query={query} />
      </PageBody>
    ) : (
      <PageSkeleton />
    );
  }
  const { title, changed, summary, chapters } = query.data;
  return (
    <PageBody width="form">
      <PageHeader title={title} description={changed} />
      <div className="rounded-lg bg-brand-soft p-5">
        <h2 className="font-bold">In short</h2>
        <Prose html={summary} className="legal mt-2 grid gap-2" />
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
      {chapters.map(({ id, title: chapter, html }) => (
        <section key={id} id={id} className="mt-9 scroll-mt-20">
          <h2 className="text-xl font-bold">{chapter}</h2>
          {id === "figures" ? (
            <div className="mt-3 grid max-w-prose gap-3">
              <DecisionFiguresView />
            </div>
          ) : (
            <Prose html={html} className="legal mt-3 grid max-w-prose gap-3" />
          )}
        </section>
      ))}
    </PageBody>
  );
}
