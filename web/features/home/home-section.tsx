import type { HomeSection } from "#domain/homepage";
import { Section } from "../../ui/layout.tsx";
import { HomeAction } from "./home-action.tsx";

/** A block in the editor's words (D49). */
export function HomeSectionView({ section }: { section: HomeSection }) {
  if (section.kind === "callout") return <Callout section={section} />;
  return (
    <Section title={section.title} description={section.text}>
      {section.points.length > 0 ? <Points section={section} /> : null}
      {section.link ? (
        <div className="mt-4">
          <HomeAction link={section.link} variant="primary" />
        </div>
      ) : null}
    </Section>
  );
}

/** Steps are numbered because they follow each other; the points of a text are not. */
function Points({ section: { kind, points } }: { section: HomeSection }) {
  const List = kind === "steps" ? "ol" : "ul";
  return (
    <List className="grid gap-5 md:grid-cols-3">
      {points.map((point, index) => (
        <li key={point.title} className="flex gap-4 rounded-lg bg-surface p-5">
          {kind === "steps" ? (
            <span
              aria-hidden="true"
              className="flex size-10 shrink-0 items-center justify-center rounded-full bg-brand text-lg font-bold text-on-brand"
            >
              {index + 1}
            </span>
          ) : null}
          <div className="min-w-0">
            <h3 className="text-lg font-bold">{point.title}</h3>
            {point.text ? <p className="mt-1 text-muted">{point.text}</p> : null}
          </div>
        </li>
      ))}
    </List>
  );
}

function Callout({ section }: { section: HomeSection }) {
  return (
    <section className="mt-10 flex flex-wrap items-center justify-between gap-5 rounded-xl bg-wattle-soft p-6 sm:p-10">
      <div className="min-w-0">
        <h2 className="text-2xl font-extrabold">{section.title}</h2>
        {section.text ? <p className="mt-1.5 max-w-prose">{section.text}</p> : null}
      </div>
      {section.link ? <HomeAction link={section.link} variant="primary" /> : null}
    </section>
  );
}
