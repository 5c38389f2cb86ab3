import { clsx } from "clsx";
import type { HomeSection } from "#contract/items/marketplace";
import { Section } from "../../../ui/layout.tsx";
import { HomeAction } from "./home-action.tsx";

/** A section written in the editor (D49). */
export function HomeSectionView({ section }: { section: HomeSection }) {
  if (section.points.length === 0) return <Band section={section} />;
  return (
    <Section title={section.title} description={section.text}>
      <Points section={section} />
      {section.link ? (
        <div className="mt-4">
          <HomeAction link={section.link} variant="primary" />
        </div>
      ) : null}
    </Section>
  );
}

/** Points of a section; steps are numbered. */
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
            <h3 dir="auto" className="text-lg font-bold">
              {point.title}
            </h3>
            {point.text ? (
              <p dir="auto" className="mt-1 text-muted">
                {point.text}
              </p>
            ) : null}
          </div>
        </li>
      ))}
    </List>
  );
}

function Band({ section: { kind, title, text, link } }: { section: HomeSection }) {
  return (
    <section
      className={clsx(
        "mt-10 flex flex-wrap items-center justify-between gap-5 rounded-xl p-6 sm:p-10",
        kind === "callout" ? "bg-wattle-soft" : "bg-surface",
      )}
    >
      <div className="min-w-0">
        <h2 className="text-2xl font-extrabold">{title}</h2>
        {text ? <p className="mt-1.5 max-w-prose">{text}</p> : null}
      </div>
      {link ? <HomeAction link={link} variant="primary" /> : null}
    </section>
  );
}
