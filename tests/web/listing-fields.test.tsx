/** Every field of LISTING_FIELDS in the form, the draft and the offline copy. A new field is tested without a change here. */
import { waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import type { OwnItem } from "#contract/items";
import { FIELD_NAMES, LISTING_FIELDS } from "#domain/items/listing-fields";
import { cachedForm } from "../../web/app/offline/cached-form.ts";
import { draftsOf, newDraft, saveDraft } from "../../web/features/selling/drafts/drafts.ts";
import { ItemFormFields } from "../../web/features/selling/listing-form/item-form.tsx";
import {
  type ItemFormValues,
  itemBody,
  itemFormSchema,
  valuesOf,
} from "../../web/features/selling/listing-form/item-form-values.ts";
import { useItemForm } from "../../web/features/selling/listing-form/use-item-form.ts";
import { serve, visitor } from "../support/web/api.ts";
import { ownItem } from "../support/web/item-and-order.ts";
import { renderAt } from "../support/web/render.tsx";

const NOW = Date.UTC(2026, 10, 21);

/** Values of the fields that are not plain text. */
const VALUES: Partial<OwnItem> = {
  category: "books",
  condition: "fair",
  tags: ["oak", "table"],
  price: 45.5,
  negotiation_enabled: true,
  minimum_price: 30,
  collection_windows: [],
  open_to_offers: true,
  decline_below: 25,
  collection_date: NOW + 86_400_000,
  collection_zone: "Australia/Perth",
  postcode: "6000",
};
const fields = Object.fromEntries(
  FIELD_NAMES.map((field) => [field, VALUES[field as keyof OwnItem] ?? `Text of ${field.replaceAll("_", " ")}`]),
);
const item = ownItem(fields as Partial<OwnItem>);

beforeEach(() => {
  localStorage.clear();
  serve({
    "GET /api/auth/session": () => ({ body: visitor }),
    "GET /api/price-guide": () => ({ body: { guide: null } }),
  });
});

const NO_GOODS = { match: null, words: "" };

/** The form, with a message of the server for every field if `refused`. */
function Form({ values, refused = false }: { values: ItemFormValues; refused?: boolean }) {
  const { form, photos, photoError } = useItemForm({ values, photos: [] });
  useEffect(() => {
    for (const field of refused ? FIELD_NAMES : []) form.setError(field, { message: `No such ${field}.` });
  }, [form, refused]);
  return <ItemFormFields form={form} photos={photos} photoError={photoError} now={NOW} goods={NO_GOODS} />;
}

describe("the fields of a listing", () => {
  it("each have an input with the stored value, in the order of LISTING_FIELDS", async () => {
    const values = valuesOf(item);
    const { container } = renderAt("/", <Form values={values} />);
    await waitFor(() => expect(container.querySelector('[name="collection_address"]')).not.toBeNull());
    const inputs = [...container.querySelectorAll<HTMLInputElement>("[name]")].filter(
      ({ name, type }) => name !== "free" && type !== "radio",
    );
    expect(inputs.map(({ name }) => name)).toEqual(FIELD_NAMES);
    const shown = inputs.map((input) => [input.name, input.type === "checkbox" ? input.checked : input.value]);
    expect(shown).toEqual(FIELD_NAMES.map((field) => [field, values[field]]));
  });

  it("each show the message of the server at their input, except checkboxes", async () => {
    const { container } = renderAt("/", <Form values={valuesOf(item)} refused />);
    const typed = FIELD_NAMES.filter((field) => LISTING_FIELDS[field].draftMax !== null);
    await waitFor(() =>
      expect(typed.filter((field) => !container.textContent.includes(`No such ${field}.`))).toEqual([]),
    );
  });

  it("are sent as they were stored", () => {
    expect(itemBody(valuesOf(item))).toEqual(fields);
  });

  it("are all validated by the form, except checkboxes", () => {
    const typed = FIELD_NAMES.filter((field) => LISTING_FIELDS[field].draftMax !== null);
    const values = { ...valuesOf(item), ...Object.fromEntries(typed.map((field) => [field, "x".repeat(10_000)])) };
    const { error } = itemFormSchema(() => NOW).safeParse(values);
    const refused = error?.issues.map(({ path }) => path[0]);
    expect(typed.filter((field) => !refused?.includes(field))).toEqual([]);
  });

  it("are kept in a draft of this browser", () => {
    const draft = newDraft("acc_one", valuesOf(item), NOW);
    saveDraft(draft);
    expect(draftsOf("acc_one")).toEqual([draft]);
  });

  it("are in the offline copy if everyone may see them", () => {
    const cached = cachedForm(["items", "detail", item.id], item) as Record<string, unknown>;
    const kept = FIELD_NAMES.filter((field) => LISTING_FIELDS[field].seenBy === "everyone");
    expect(FIELD_NAMES.filter((field) => field in cached)).toEqual(kept);
    for (const field of kept) expect(cached[field]).toEqual(fields[field]);
  });
});
