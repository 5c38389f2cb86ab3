import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { flushSync } from "react-dom";
import type { ItemCard } from "#contract/items";
import {
  HOME_PARTS_MAX,
  HOME_POINTS_MAX,
  HOME_TEXT_MAX,
  HOME_TITLE_MAX,
  type HomeDocumentPart,
} from "#contract/site/homepage";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Field } from "../../../ui/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { TextArea, TextInput } from "../../../ui/text-input.tsx";
import { ChosenListings } from "./chosen-listings.tsx";
import { OptionalLink } from "./hero-fields.tsx";
import { isRow, type Kind, move, newPart } from "./home-values.ts";

const KIND_LABELS: Record<Kind, string> = {
  categories: "Categories",
  featured: "Featured listings",
  sold: "Recently sold",
  steps: "Steps",
  text: "Text",
  callout: "Callout",
};

/** Default titles of the marketplace's own rows. */
const ROW_TITLES: Partial<Record<Kind, string>> = {
  categories: "What are you after?",
  featured: "Popular right now",
  sold: "Recently sold",
};

const addPart = (kind: Kind) => `Add ${KIND_LABELS[kind].toLowerCase()}`;

const titleOf = (number: number) => `Title ${number}`;

const textOf = (number: number) => `Text ${number}`;

const removePoint = (number: number) => `Remove point ${number}`;

interface SectionListProps {
  parts: readonly HomeDocumentPart[];
  problems: Record<string, string>;
  /** The chosen listings and the search results. */
  cards: readonly ItemCard[];
  onChange: (parts: HomeDocumentPart[]) => void;
  onCard: (card: ItemCard) => void;
}

const NEW: readonly Kind[] = ["text", "steps", "callout"];

export function SectionList({ parts, problems, cards, onChange, onCard }: SectionListProps) {
  const list = useRef<HTMLOListElement>(null);
  const change = (index: number, part: HomeDocumentPart) => onChange(parts.with(index, part));
  const step = (index: number, by: -1 | 1) => {
    flushSync(() => onChange(move(parts, index, by)));
    // The focus moves with the section, so that pressing again moves it further.
    const label = by < 0 ? "up" : "down";
    const target = list.current?.children[index + by];
    const button = target?.querySelector<HTMLButtonElement>(`[data-move="${label}"]:not(:disabled)`);
    (button ?? target?.querySelector<HTMLButtonElement>("[data-move]:not(:disabled)"))?.focus();
  };
  return (
    <>
      <ol ref={list} className="grid gap-3">
        {parts.map((part, index) => {
          const name = part.title || ROW_TITLES[part.kind] || KIND_LABELS[part.kind];
          return (
            <li key={part.id} className="min-w-0 rounded-lg border border-line p-4">
              <div className="flex items-center gap-1">
                <h3 className="min-w-0 flex-1 truncate font-bold">{name}</h3>
                <Badge className="mr-1 max-sm:hidden">{KIND_LABELS[part.kind]}</Badge>
                <IconButton
                  label={`Move ${name} up`}
                  data-move="up"
                  size="sm"
                  disabled={index === 0}
                  onClick={() => step(index, -1)}
                >
                  <ArrowUp className="size-4.5" />
                </IconButton>
                <IconButton
                  label={`Move ${name} down`}
                  data-move="down"
                  size="sm"
                  disabled={index === parts.length - 1}
                  onClick={() => step(index, 1)}
                >
                  <ArrowDown className="size-4.5" />
                </IconButton>
                {isRow(part.kind) ? null : (
                  <IconButton
                    label={`Remove ${name}`}
                    size="sm"
                    variant="danger"
                    onClick={() => onChange(parts.toSpliced(index, 1))}
                  >
                    <Trash2 className="size-4.5" />
                  </IconButton>
                )}
              </div>
              <Checkbox
                checked={part.active}
                aria-label={`Show ${name}`}
                onChange={(event) => change(index, { ...part, active: event.target.checked })}
              >
                {" "}
                Show{" "}
              </Checkbox>
              {part.active ? (
                <div className="mt-1 grid gap-4">
                  <Field
                    label="Title"
                    required={!isRow(part.kind)}
                    optional={isRow(part.kind)}
                    error={problems[`parts.${index}.title`]}
                  >
                    <TextInput
                      maxLength={HOME_TITLE_MAX}
                      autoComplete="off"
                      placeholder={ROW_TITLES[part.kind]}
                      value={part.title}
                      onChange={(event) => change(index, { ...part, title: event.target.value })}
                    />
                  </Field>
                  {part.kind === "featured" ? (
                    <ChosenListings
                      chosen={part.item_ids}
                      cards={cards}
                      error={problems[`parts.${index}.item_ids`]}
                      onCard={onCard}
                      onChange={(item_ids) => change(index, { ...part, item_ids })}
                    />
                  ) : null}
                  {isRow(part.kind) ? null : (
                    <SectionTextFields
                      part={part}
                      path={`parts.${index}`}
                      problems={problems}
                      onChange={(next) => change(index, next)}
                    />
                  )}
                </div>
              ) : null}
            </li>
          );
        })}
      </ol>
      {parts.length < HOME_PARTS_MAX ? (
        <div className="mt-4 flex flex-wrap gap-2.5">
          {NEW.map((kind) => (
            <Button
              key={kind}
              variant="secondary"
              size="sm"
              icon={<Plus className="size-4.5" />}
              onClick={() => onChange([...parts, newPart(kind)])}
            >
              {addPart(kind)}
            </Button>
          ))}
        </div>
      ) : null}
    </>
  );
}

interface SectionTextFieldsProps {
  part: HomeDocumentPart;
  path: string;
  problems: Record<string, string>;
  onChange: (part: HomeDocumentPart) => void;
}

function SectionTextFields({ part, path, problems, onChange }: SectionTextFieldsProps) {
  const { points } = part;
  const point = (index: number, change: Partial<HomeDocumentPart["points"][number]>) =>
    onChange({ ...part, points: points.map((one, at) => (at === index ? { ...one, ...change } : one)) });
  return (
    <>
      <Field label="Text" optional error={problems[`${path}.text`]}>
        <TextArea
          rows={2}
          maxLength={HOME_TEXT_MAX}
          value={part.text}
          onChange={(event) => onChange({ ...part, text: event.target.value })}
        />
      </Field>
      {part.kind === "callout" ? null : (
        <fieldset className="min-w-0">
          <legend className="mb-2 font-semibold">{part.kind === "steps" ? "Steps" : "Points"}</legend>
          <div className="grid gap-3">
            {points.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: points have no ids and are not reordered
              <div key={index} className="flex items-start gap-2 rounded-md bg-surface p-3">
                <div className="grid min-w-0 flex-1 gap-2">
                  <Field
                    label={titleOf(index + 1)}
                    hideLabel
                    required
                    error={problems[`${path}.points.${index}.title`]}
                  >
                    <TextInput
                      maxLength={80}
                      autoComplete="off"
                      placeholder="Title"
                      value={one.title}
                      onChange={(event) => point(index, { title: event.target.value })}
                    />
                  </Field>
                  <Field label={textOf(index + 1)} hideLabel error={problems[`${path}.points.${index}.text`]}>
                    <TextArea
                      rows={2}
                      maxLength={300}
                      placeholder="Text"
                      className="min-h-12!"
                      value={one.text}
                      onChange={(event) => point(index, { text: event.target.value })}
                    />
                  </Field>
                </div>
                <IconButton
                  label={removePoint(index + 1)}
                  size="sm"
                  variant="danger"
                  onClick={() => onChange({ ...part, points: points.toSpliced(index, 1) })}
                >
                  <Trash2 className="size-4.5" />
                </IconButton>
              </div>
            ))}
          </div>
          {problems[`${path}.points`] ? (
            <p role="alert" className="mt-1.5 text-sm font-medium text-hot-ink">
              {problems[`${path}.points`]}
            </p>
          ) : null}
          {points.length < HOME_POINTS_MAX ? (
            <Button
              variant="quiet"
              size="sm"
              className="mt-2.5"
              icon={<Plus className="size-4.5" />}
              onClick={() => onChange({ ...part, points: [...points, { title: "", text: "" }] })}
            >
              Add a point
            </Button>
          ) : null}
        </fieldset>
      )}
      <OptionalLink
        name="Button"
        path={`${path}.link`}
        link={part.link}
        problems={problems}
        onChange={(link) => onChange({ ...part, link })}
      />
    </>
  );
}
