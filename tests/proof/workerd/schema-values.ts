/** Generates values that match a schema of route-inputs.ts, and values that nearly match. */
import fc from "fast-check";
import type { Schema } from "./route-inputs.ts";

/** Object names of the test deal, by the name of the property. */
const THINGS = [
  "open",
  "held",
  "given",
  "order",
  "conversation",
  "negotiation",
  "trade",
  "seller",
  "offender",
  "bundle",
  "purchase",
];

const ID = fc.constantFrom(...THINGS.map((name) => `{{${name}}}`), "itm_00000000000000000000", "x", "");
const WORDS = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom(
    "Oak table",
    "0",
    "1.005",
    "-1",
    "1e400",
    "true",
    "null",
    "\u0000",
    "\u202e",
    "a\r\nBcc: x@example.com",
    "💥",
  ),
);

export const HOSTILE: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(
    null,
    "",
    [],
    {},
    -1,
    0,
    1e21,
    Number.MAX_SAFE_INTEGER,
    "x".repeat(5_000),
    "\ud800",
    { $gt: "" },
    ["a", ["b", ["c"]]],
    "%00",
    "__proto__",
    "constructor",
  ),
);

export function valuesOf(schema: Schema | boolean, name = "", depth = 0): fc.Arbitrary<unknown> {
  if (typeof schema === "boolean") return HOSTILE;
  const { anyOf, oneOf, allOf, enum: choices, type } = schema;
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(choices)) return fc.constantFrom(...(choices as unknown[]));
  const either = (anyOf ?? oneOf) as Schema[] | undefined;
  if (either && either.length > 0) return fc.oneof(...either.map((option) => valuesOf(option, name, depth + 1)));
  if (Array.isArray(allOf)) return valuesOf(Object.assign({}, ...(allOf as Schema[])), name, depth + 1);
  if (depth > 6) return fc.constant(null);
  switch (Array.isArray(type) ? type[0] : type) {
    case "string":
      return textOf(schema, name);
    case "integer":
      return fc.integer({ min: low(schema), max: high(schema) });
    case "number":
      return fc.oneof(
        fc.integer({ min: Math.ceil(low(schema)), max: Math.floor(high(schema)) }),
        fc.integer({ min: 0, max: 10_000 }).map((cents) => Math.min(high(schema), Math.max(low(schema), cents / 100))),
      );
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      if (Array.isArray(schema.prefixItems)) {
        return fc.tuple(...(schema.prefixItems as Schema[]).map((item) => valuesOf(item, name, depth + 1)));
      }
      return fc.array(valuesOf((schema.items ?? {}) as Schema, name, depth + 1), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: Math.min(Number(schema.maxItems ?? 4), 4 + Number(schema.minItems ?? 0)),
      });
    case "object":
      return objectOf(schema, depth);
    default:
      return HOSTILE;
  }
}

const low = ({ minimum, exclusiveMinimum }: Schema) => Math.max(-1e6, Number(minimum ?? exclusiveMinimum ?? -1_000));
const high = ({ maximum, exclusiveMaximum }: Schema) => Math.min(1e13, Number(maximum ?? exclusiveMaximum ?? 1e6));

function textOf({ pattern, format, minLength, maxLength }: Schema, name: string): fc.Arbitrary<string> {
  if (format === "email") return fc.constantFrom("someone@example.com", "a@b.co");
  if (format === "uuid") return fc.uuid();
  if (format === "date") return fc.constantFrom("2026-12-01", "2027-02-28", "1970-01-01");
  if (format === "date-time") return fc.constantFrom("2026-12-01T10:00:00Z", "1970-01-01T00:00:00Z");
  if (/(^|_|[a-z])ids?$/i.test(name)) return ID;
  if (typeof pattern === "string") {
    try {
      return fc.oneof(fc.stringMatching(new RegExp(pattern)), WORDS);
    } catch {
      // The generator does not support some patterns: it then produces plain words, which the service refuses.
    }
  }
  const short = Number(minLength ?? 0);
  const long = Math.min(Number(maxLength ?? 60), 300);
  return fc.oneof(WORDS, fc.string({ minLength: Math.min(short, long), maxLength: long }));
}

function objectOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const properties = (schema.properties ?? {}) as Record<string, Schema>;
  const entries = Object.entries(properties).map(([name, property]) => [name, valuesOf(property, name, depth + 1)]);
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : [];
  return fc.record(Object.fromEntries(entries) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: required.filter((name) => name in properties),
  });
}

/** Returns a body with one error: a missing field, a wrong type, or an additional field. */
export function mutated(body: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({ at: fc.nat(), how: fc.constantFrom("drop", "replace", "add", "poison"), value: HOSTILE });
  return fc.tuple(body, change).map(([valid, { at, how, value }]) => {
    if (valid === null || typeof valid !== "object" || Array.isArray(valid)) return value;
    const copy: Record<string, unknown> = { ...valid };
    const names = Object.keys(copy);
    const name = names[at % Math.max(1, names.length)];
    if (how === "add" || name === undefined) return { ...copy, role: "admin", is_admin: true, [`x${at}`]: value };
    // Built from text, because an object literal would set the prototype instead of a field.
    if (how === "poison")
      return JSON.parse(`{"__proto__":{"polluted":true},${JSON.stringify(copy).slice(1)}`.replace(",}", "}"));
    if (how === "drop") delete copy[name];
    else copy[name] = value;
    return copy;
  });
}
