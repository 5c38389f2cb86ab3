/** Finds user-visible text in the source of screens: props, toasts, titles, and sentences anywhere in code. */
import { parseSync } from "vite";

/** Props and keys whose value is shown or read aloud in every component. */
const SPOKEN =
  /^(title|label|alt|placeholder|description|hint|legend|note|message|text|heading|summary|caption|tooltip|body|what|ended|empty|(confirm|cancel|stale|close|action|submit|remove|save|next|back|empty)(Label|Title|Text)|aria-(label|description|valuetext|roledescription|placeholder))$/;

/** Props that never contain user-visible text. */
const UNSPOKEN =
  /^(className|class|.*Class|style|d|viewBox|points|href|to|src|srcSet|sizes|rel|sandbox|srcDoc|key|id|type|accept|allow|autoComplete|inputMode|pattern)$/;

const LETTERS = /\p{L}/u;
/** A capital letter and more than one word, or words that end like a sentence. */
const SENTENCE = /^[“‘(]?\p{Lu}[\p{L}’',:;-]*\s+\S*\p{L}|\p{L}\s+\S*\p{L}.*[.!?…]$/u;
/** A word as on a button or in a column heading, but not "POST", "itm_1" or "my-items". */
const SHOWN = /^[“‘(]?\p{Lu}\p{Ll}|\s/u;

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

type Place = "code" | "shown" | "silent";

const nameOf = (key: unknown): string => {
  const { name, value, namespace } = key as { name?: unknown; value?: unknown; namespace?: { name: string } };
  if (namespace) return `${namespace.name}:${(name as { name: string }).name}`;
  return String(name ?? value ?? "");
};

/** Returns what the children of a node are: shown text, values that are never shown, or code. */
function placeOf(node: Node, key: string, place: Place): Place {
  switch (node.type) {
    case "JSXAttribute": {
      const name = nameOf(node.name);
      return SPOKEN.test(name) ? "shown" : UNSPOKEN.test(name) ? "silent" : "code";
    }
    case "JSXElement":
    case "JSXFragment":
      return key === "children" ? "shown" : "code";
    case "Property": {
      const name = nameOf(node.key);
      return key === "value" && !node.computed && SPOKEN.test(name) ? "shown" : UNSPOKEN.test(name) ? "silent" : "code";
    }
    case "AssignmentExpression": {
      const left = node.left as Node;
      return left.type === "MemberExpression" && nameOf(left.property) === "title" ? "shown" : "code";
    }
    case "CallExpression": {
      const callee = nameOf(node.callee);
      return callee === "toast" || callee === "useDocumentTitle" ? "shown" : "code";
    }
    // Error messages are for developers.
    case "NewExpression":
      return /Error$/.test(nameOf(node.callee)) ? "silent" : "code";
    case "ConditionalExpression":
      return key === "test" ? "code" : place;
    case "LogicalExpression":
      return key === "left" && node.operator === "&&" ? "code" : place;
    case "JSXExpressionContainer":
    case "TemplateLiteral":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return place;
    case "BinaryExpression":
      return node.operator === "+" ? place : "silent";
    default:
      return place === "silent" ? "silent" : "code";
  }
}

/** Returns the user-visible texts of a source file as `path:line text`. Biome checks text between tags. */
export function visibleTexts(path: string, source: string): string[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const found: string[] = [];
  const judge = (node: Node, text: string, place: Place) => {
    if (place === "silent" || !LETTERS.test(text)) return;
    if (!SENTENCE.test(text) && !(place === "shown" && SHOWN.test(text))) return;
    found.push(`${path}:${source.slice(0, node.start).split("\n").length} ${text.trim().replace(/\s+/g, " ")}`);
  };
  const walk = (node: Node, place: Place): void => {
    if (node.type.startsWith("TS") && node.type.endsWith("Type")) return;
    if (/^(Import|Export\w*All)|^TS(TypeAlias|Interface)/.test(node.type)) return;
    if (node.type === "Literal" && typeof node.value === "string") {
      judge(node, node.value, place);
      return;
    }
    if (node.type === "TemplateLiteral") {
      const quasis = node.quasis as (Node & { value: { cooked: string } })[];
      judge(node, quasis.map(({ value }) => value.cooked).join("…"), place);
    }
    for (const [key, value] of Object.entries(node)) {
      const inside = placeOf(node, key, place);
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, inside);
    }
  };
  walk(program as unknown as Node, "code");
  return found;
}
