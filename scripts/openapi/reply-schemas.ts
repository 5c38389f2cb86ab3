/**
 * Generates JSON schemas of the replies from the contract's types. The contract is plain data, so a small part of
 * TypeScript is supported; an unknown construct becomes a schema that allows anything, never a wrong one.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import * as z from "zod";

type Schema = Record<string, unknown>;

/** A node of the parser's syntax tree; its fields depend on its type. */
interface Node {
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: the parser's own types do not cover TypeScript's nodes
  [field: string]: any;
}

interface Declared {
  node: Node;
  params: string[];
}

const ANY: Schema = {};
const KEYWORDS: Record<string, Schema> = {
  TSStringKeyword: { type: "string" },
  TSNumberKeyword: { type: "number" },
  TSBooleanKeyword: { type: "boolean" },
  TSNullKeyword: { type: "null" },
};

/** The types of the contract and the domain, and the values that some types are derived from. */
export class ReplySchemas {
  readonly #declared = new Map<string, Declared>();
  readonly #values = new Map<string, unknown>();
  readonly schemas: Record<string, Schema> = {};

  async load(folders: readonly string[]): Promise<void> {
    for (const folder of folders) {
      for (const name of readdirSync(folder).filter((file) => file.endsWith(".ts"))) {
        const file = join(folder, name);
        const { program } = parseSync(file, readFileSync(file, "utf8"), { lang: "ts" });
        let needsValues = false;
        for (const statement of program.body as unknown as Node[]) {
          const node: Node | undefined =
            statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
          if (node?.type === "TSInterfaceDeclaration" || node?.type === "TSTypeAliasDeclaration") {
            const params = (node.typeParameters?.params ?? []).map((param: Node) => param.name.name as string);
            if (!this.#declared.has(node.id.name)) this.#declared.set(node.id.name, { node, params });
          } else if (node?.type === "VariableDeclaration") needsValues = true;
        }
        if (needsValues) {
          for (const [key, value] of Object.entries((await import(file)) as object)) this.#values.set(key, value);
        }
      }
    }
  }

  /** Returns the component name of a reply type, such as `Page_OrderView`, and adds the component if it is missing. */
  component(text: string): string {
    const { program } = parseSync("reply.ts", `type Reply = ${text};`, { lang: "ts" });
    const [alias] = program.body as unknown as Node[];
    const name = text.replace(/\W+/g, "_").replace(/^_+|_+$/g, "") || "Reply";
    if (!this.schemas[name]) {
      this.schemas[name] = ANY;
      const made = this.#schemaOf(alias?.typeAnnotation as Node, new Map());
      // A type that is only a reference is the component of that name.
      this.schemas[name] = made.$ref === `#/components/schemas/${name}` ? (this.schemas[name] ?? ANY) : made;
    }
    return name;
  }

  #members(members: readonly Node[], scope: ReadonlyMap<string, Schema>): Schema {
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    for (const member of members) {
      if (member.type !== "TSPropertySignature") continue;
      const key = String(member.key.name ?? member.key.value);
      properties[key] = member.typeAnnotation ? this.#schemaOf(member.typeAnnotation.typeAnnotation, scope) : ANY;
      if (!member.optional) required.push(key);
    }
    return { type: "object", properties, ...(required.length > 0 && { required }) };
  }

  #union(types: readonly Node[], scope: ReadonlyMap<string, Schema>): Schema {
    const schemas = types
      .filter(({ type }) => type !== "TSUndefinedKeyword")
      .map((type) => this.#schemaOf(type, scope));
    if (schemas.length === 1) return schemas[0] ?? ANY;
    const literals = schemas.filter((schema) => "const" in schema);
    const rest = schemas.filter((schema) => !("const" in schema));
    const choice: Schema[] = literals.length > 0 ? [{ enum: literals.map((schema) => schema.const) }] : [];
    return [...choice, ...rest].length === 1 ? (choice[0] ?? ANY) : { anyOf: [...choice, ...rest] };
  }

  /** Returns the value of `typeof X`, for types derived from it. */
  #valueOf(node: Node | undefined): unknown {
    if (node?.type === "TSParenthesizedType") return this.#valueOf(node.typeAnnotation);
    return node?.type === "TSTypeQuery" ? this.#values.get(node.exprName.name) : undefined;
  }

  #schemaOf(node: Node | undefined, scope: ReadonlyMap<string, Schema>): Schema {
    if (!node) return ANY;
    const keyword = KEYWORDS[node.type];
    if (keyword) return keyword;
    switch (node.type) {
      case "TSParenthesizedType":
        return this.#schemaOf(node.typeAnnotation, scope);
      case "TSLiteralType":
        return node.literal?.type === "Literal" ? { const: node.literal.value } : ANY;
      case "TSArrayType":
        return { type: "array", items: this.#schemaOf(node.elementType, scope) };
      case "TSTupleType":
        return { type: "array" };
      case "TSUnionType":
        return this.#union(node.types, scope);
      case "TSIntersectionType":
        return { allOf: node.types.map((type: Node) => this.#schemaOf(type, scope)) };
      case "TSTypeLiteral":
        return this.#members(node.members, scope);
      case "TSTypeOperator": {
        if (node.operator === "readonly") return this.#schemaOf(node.typeAnnotation, scope);
        const value = this.#valueOf(node.typeAnnotation);
        return node.operator === "keyof" && value && typeof value === "object" ? { enum: Object.keys(value) } : ANY;
      }
      case "TSIndexedAccessType": {
        const value = this.#valueOf(node.objectType);
        return Array.isArray(value) && value.every((one) => typeof one === "string") ? { enum: value } : ANY;
      }
      case "TSTypeReference":
        return this.#reference(node, scope);
      default:
        return ANY;
    }
  }

  #reference(node: Node, scope: ReadonlyMap<string, Schema>): Schema {
    const args: Node[] = node.typeArguments?.params ?? [];
    if (node.typeName.type === "TSQualifiedName") {
      const value =
        node.typeName.right.name === "infer" || node.typeName.right.name === "output"
          ? this.#valueOf(args[0])
          : undefined;
      if (!value) return ANY;
      const { $schema: _, ...schema } = z.toJSONSchema(value as z.ZodType, { unrepresentable: "any" });
      return schema;
    }
    const name: string = node.typeName.name;
    const bound = scope.get(name);
    if (bound) return bound;
    if (name === "Record") return { type: "object", additionalProperties: this.#schemaOf(args[1], scope) };
    if (name === "Array" || name === "ReadonlyArray") return { type: "array", items: this.#schemaOf(args[0], scope) };
    if (name === "Readonly" || name === "NonNullable") return this.#schemaOf(args[0], scope);
    if (name === "Partial" || name === "Pick" || name === "Omit") return this.#changed(name, args, scope);
    const declared = this.#declared.get(name);
    if (!declared) return ANY;
    if (declared.params.length > 0) {
      const inner = new Map(declared.params.map((param, index) => [param, this.#schemaOf(args[index], scope)]));
      return this.#declaration(declared.node, inner);
    }
    if (!this.schemas[name] || this.schemas[name] === ANY) {
      // Registered before its members, which may refer to it.
      this.schemas[name] = { description: name };
      this.schemas[name] = this.#declaration(declared.node, new Map());
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #declaration(node: Node, scope: ReadonlyMap<string, Schema>): Schema {
    if (node.type === "TSTypeAliasDeclaration") return this.#schemaOf(node.typeAnnotation, scope);
    const own = this.#members(node.body.body, scope);
    const parents = (node.extends ?? []).map((parent: Node) =>
      this.#reference(
        { type: "TSTypeReference", typeName: parent.expression, typeArguments: parent.typeArguments },
        scope,
      ),
    );
    return parents.length > 0 ? { allOf: [...parents, own] } : own;
  }

  /** Resolves Partial, Pick and Omit of a known object type. */
  #changed(kind: string, [target, keys]: Node[], scope: ReadonlyMap<string, Schema>): Schema {
    const whole = this.#flat(this.#schemaOf(target, scope));
    if (!whole) return ANY;
    if (kind === "Partial") return { type: "object", properties: whole.properties };
    const listed = this.#schemaOf(keys, scope);
    const names = new Set(
      (Array.isArray(listed.enum) ? listed.enum : "const" in listed ? [listed.const] : []).map(String),
    );
    const kept = (name: string) => names.has(name) === (kind === "Pick");
    const required = whole.required.filter(kept);
    return {
      type: "object",
      properties: Object.fromEntries(Object.entries(whole.properties).filter(([name]) => kept(name))),
      ...(required.length > 0 && { required }),
    };
  }

  #flat(schema: Schema): { properties: Record<string, Schema>; required: string[] } | null {
    if (typeof schema.$ref === "string") return this.#flat(this.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? ANY);
    if (Array.isArray(schema.allOf)) {
      const parts = schema.allOf.map((part: Schema) => this.#flat(part));
      if (parts.includes(null)) return null;
      return {
        properties: Object.assign({}, ...parts.map((part) => part?.properties)),
        required: parts.flatMap((part) => part?.required ?? []),
      };
    }
    if (schema.type !== "object" || !schema.properties) return null;
    return { properties: schema.properties as Record<string, Schema>, required: (schema.required as string[]) ?? [] };
  }
}
