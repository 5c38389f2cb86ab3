import { STATES } from "#domain/places/states";
import { ENTITIES, type OperatorField } from "#domain/site/operator";
import { SITE_FEATURES, SITE_NUMBER_NAMES, type SiteFeature, type SiteNumber } from "#domain/site/site-settings";
import fields from "./site-fields.json" with { type: "json" };

interface Words {
  label: string;
  hint: string;
}

/** Every number that staff can set, by the part of the page that asks for it. `card-fees.tsx` has its own hint. */
const NUMBERS: Record<SiteNumber, Words> = {
  ...fields.deadlines,
  ...fields.limits,
  ...fields.rates,
  ...fields.operator,
  ...fields.card_fees,
};

/** Every field of the operator. `options`: a list to choose from. */
const OPERATOR: Record<
  OperatorField,
  Words & { type?: "email" | "tel"; options?: readonly { value: string; label: string }[] }
> = {
  legal_name: { label: "Legal name", hint: "As registered. Shown in the footer, policies, emails and receipts." },
  entity: {
    label: "Type of entity",
    hint: "",
    options: Object.entries(ENTITIES).map(([value, label]) => ({ value, label })),
  },
  abn: { label: "ABN", hint: "11 digits." },
  address: { label: "Postal address", hint: "One line, where letters reach you." },
  phone: { label: "Phone", hint: "Optional.", type: "tel" },
  state: {
    label: "Governing state",
    hint: "Whose law applies to the Terms.",
    options: STATES.map(({ code, name }) => ({ value: code, label: name })),
  },
  privacy_email: { label: "Privacy email", hint: "Blank: the support email.", type: "email" },
  complaints_email: { label: "Complaints email", hint: "Blank: the support email.", type: "email" },
  legal_email: { label: "Email for legal notices", hint: "Blank: the support email.", type: "email" },
};

const FEATURES: Record<SiteFeature, Words> = fields.features;

const numbersOf = (part: Partial<Record<SiteNumber, Words>>) =>
  SITE_NUMBER_NAMES.filter((name) => name in part).map((name) => ({ name, ...NUMBERS[name] }));

export const DEADLINES = numbersOf(fields.deadlines);
export const LIMITS = numbersOf(fields.limits);
export const RATES = numbersOf(fields.rates);
export const OPERATOR_NUMBERS = numbersOf(fields.operator);
export const OPERATOR_INPUTS = (Object.keys(OPERATOR) as OperatorField[]).map((name) => ({ name, ...OPERATOR[name] }));
export const SWITCHES = SITE_FEATURES.map((name) => ({ name, ...FEATURES[name] }));
