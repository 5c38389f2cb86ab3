/** Who runs the site (D92): on its pages, in its emails and on its receipts. */
import { STATES } from "../places/states.ts";
import { abnText } from "../selling/abn.ts";

/** Every field, with the most characters it may have. */
export const OPERATOR_FIELDS = {
  legal_name: 100,
  /** A key of `ENTITIES`. */
  entity: 20,
  /** Eleven digits. */
  abn: 20,
  address: 200,
  phone: 30,
  privacy_email: 200,
  complaints_email: 200,
  legal_email: 200,
  /** Code of the state whose law applies. */
  state: 3,
} as const;
export type OperatorField = keyof typeof OPERATOR_FIELDS;
export const OPERATOR_FIELD_NAMES = Object.keys(OPERATOR_FIELDS) as OperatorField[];

export type Operator = Record<OperatorField, string>;

export const ENTITIES: Readonly<Record<string, string>> = {
  company: "Company",
  sole_trader: "Sole trader",
  partnership: "Partnership",
  trust: "Trust",
  association: "Incorporated association",
  cooperative: "Co-operative",
};

/** The contacts may be left out: the support address takes their place. */
const REQUIRED = ["legal_name", "entity", "abn", "address", "state"] as const satisfies readonly OperatorField[];

/** Returns what an operator has to fill in before the site opens. */
export function missingOperatorFields(operator: Operator): OperatorField[] {
  return REQUIRED.filter((name) => operator[name] === "");
}

/** "Corner Pty Ltd, ABN 51 824 753 556, 1 High St, Fitzroy VIC 3065", or the site's name. */
export function operatorLine({ legal_name, abn, address }: Operator, siteName: string): string {
  return [legal_name || siteName, abn && `ABN ${abnText(abn)}`, address].filter(Boolean).join(", ");
}

/** The name of the state whose law applies; null until it is set. */
export function governingState({ state }: Operator): string | null {
  return STATES.find(({ code }) => code === state)?.name ?? null;
}

/** What is missing before a deployment opens, as a sentence; null for nothing. */
export function operatorProblem(operator: Operator): string | null {
  const missing = missingOperatorFields(operator).map((name) => name.replaceAll("_", " "));
  return missing.length === 0
    ? null
    : `Not ready to open. Fill in under Site settings, Operator: ${missing.join(", ")}.`;
}
