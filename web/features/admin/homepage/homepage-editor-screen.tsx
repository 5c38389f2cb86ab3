import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useDeferredValue, useState } from "react";
import type { ItemCard } from "#contract/items";
import type { HomeDocument, HomeEditorReply, SaveHomeInput } from "#contract/site/homepage";
import { api, unwrap } from "../../../lib/api-client.ts";
import { Button, LinkButton } from "../../../ui/button.tsx";
import { PageBody, PageHeader, Section } from "../../../ui/layout.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { QueryState } from "../../../ui/placeholders.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { toast } from "../../../ui/toast.tsx";
import { VersionList } from "../../../ui/version-list.tsx";
import { SaveBar, useVersionedForm, VersionedEditor } from "../../../ui/versioned-editor.tsx";
import { HomeContent } from "../../site/index.ts";
import { HeroFields } from "./hero-fields.tsx";
import { checkDocument, defaultDocument, previewOf } from "./home-values.ts";
import { SectionList } from "./section-list.tsx";

const KEY = ["admin", "homepage"] as const;
const calls = api.api.admin.homepage;

/** /HomepageEditor, for admins: the texts, sections and order of the home page. */
export default function HomepageEditorScreen() {
  return (
    <PageBody>
      <PageHeader
        title="Homepage Editor"
        description="Edit the home page's text, sections and order."
        actions={
          <LinkButton to="/Home" variant="secondary" size="sm" icon={<ExternalLink className="size-4.5" />}>
            View home page
          </LinkButton>
        }
      />
      <VersionedEditor
        queryKey={KEY}
        load={(signal) => unwrap(calls.$get({}, { init: { signal } }))}
        versionOf={(reply) => reply.version}
      >
        {(reply) => <Editor reply={reply} />}
      </VersionedEditor>
    </PageBody>
  );
}

function Editor({ reply }: { reply: HomeEditorReply }) {
  const client = useQueryClient();
  const [cards, setCards] = useState<readonly ItemCard[]>(reply.chosen);
  const form = useVersionedForm({
    queryKey: KEY,
    saved: reply.document,
    check: (document) => checkDocument(document, reply.version),
    save: (json: SaveHomeInput) => unwrap(calls.$put({ json })),
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ["home"] });
      toast({ title: "Home page saved", description: "Visitors will see it on their next visit." });
    },
  });
  const { values: document, change } = form;
  // Fields are named by their place in the request.
  const problems = Object.fromEntries(
    Object.entries(form.problems).map(([name, text]) => [name.replace(/^document\./, ""), text]),
  );

  return (
    <div className="grid items-start gap-x-8 gap-y-10 lg:grid-cols-2">
      <form onSubmit={form.onSubmit} noValidate className="min-w-0">
        <Section title="Top of the page">
          <HeroFields hero={document.hero} problems={problems} onChange={(hero) => change({ hero })} />
        </Section>
        <Section
          title="Sections"
          description="In order from the top. Sections you switch off stay here but aren't shown."
          className="mt-9"
        >
          <SectionList
            parts={document.parts}
            problems={problems}
            cards={cards}
            onChange={(parts) => change({ parts })}
            onCard={(card) => setCards((before) => [...before.filter(({ id }) => id !== card.id), card])}
          />
        </Section>
        <div className="mt-8 grid gap-4">
          {problems.parts ? <Notice kind="error">{problems.parts}</Notice> : null}
          <p className="text-sm text-muted">Restoring defaults fills in the form. Nothing changes until you save.</p>
        </div>
        <SaveBar form={form} label="Save home page" errorTitle="We couldn't save the home page">
          <Button variant="secondary" size="lg" onClick={() => change(defaultDocument())}>
            Restore defaults
          </Button>
        </SaveBar>
        <Versions reply={reply} onUse={change} />
      </form>
      <Preview document={document} cards={cards} />
    </div>
  );
}

function Versions({ reply, onUse }: { reply: HomeEditorReply; onUse: (document: HomeDocument) => void }) {
  const earlier = reply.versions.filter(({ version }) => version !== reply.version);
  if (earlier.length === 0) return null;
  return (
    <Section title="Earlier versions" description="We keep the most recent ones. Using one fills in the form.">
      <VersionList versions={earlier} current={reply.version} onUse={({ document }) => onUse(document)} />
    </Section>
  );
}

interface PreviewProps {
  document: HomeDocument;
  cards: readonly ItemCard[];
}

/** The page at half size next to the form. It is inert. */
function Preview({ document, cards }: PreviewProps) {
  const live = useQuery({
    queryKey: ["home"],
    queryFn: ({ signal }) => unwrap(api.api.homepage.$get({}, { init: { signal } })),
    staleTime: 60_000,
  });
  const settled = useDeferredValue(document);
  const ids = settled.parts.find(({ kind }) => kind === "featured")?.item_ids ?? [];
  const chosen = ids.flatMap((id) => cards.find((card) => card.id === id) ?? []);
  return (
    <section aria-label="Preview" className="min-w-0 lg:sticky lg:top-20">
      <p className="mb-2 text-sm text-muted">Preview with current listings</p>
      {live.data ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs
        <div
          role="group"
          aria-label="Home page preview"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable region without focusable content
          tabIndex={0}
          className="overflow-y-auto rounded-lg border border-line lg:max-h-[calc(100dvh-8rem)]"
        >
          <div inert className="p-4 lg:p-8 lg:[zoom:0.5]">
            <HomeContent home={previewOf(settled, live.data, chosen)} />
          </div>
        </div>
      ) : (
        <QueryState query={live} title="The preview didn't load">
          <Skeleton className="h-96" />
        </QueryState>
      )}
    </section>
  );
}
