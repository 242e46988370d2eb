import * as z from 'zod';
import { LONGEST_LIST, LONGEST_TEXT } from './fields.ts';
import type { ToolDefinition, ToolSchema } from './tool-definition.ts';
import { zodOf } from './zod-of.ts';

/** A JSON Schema. */
export type JsonSchema = { [name: string]: unknown };

/** The JSON Schemas of a tool. */
interface ListedSchemas {
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
}

/** The schemas of a tool for `tools/list`: without limits that every tool has, and without `unlisted` fields. */
export function listSchemas(tool: ToolDefinition): ListedSchemas {
  const known = listed.get(tool);
  if (known !== undefined) return known;
  const schemas = {
    inputSchema: { ...shorten(toJson(tool.input())), additionalProperties: false },
    outputSchema: shorten(toJson(tool.output())),
  };
  listed.set(tool, schemas);
  return schemas;
}

/** Cached: a server lists the same tools to every client. */
const listed = new WeakMap<ToolDefinition, ListedSchemas>();

/** The complete schemas of a tool. */
export function wholeSchemas(tool: ToolDefinition): ListedSchemas {
  return { inputSchema: toJson(tool.input()), outputSchema: toJson(tool.output()) };
}

/** A schema as JSON Schema. Throws if that can't express it. */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return json;
}

const toJson = (schema: ToolSchema): JsonSchema => toJsonSchema(zodOf(schema));

const BOUNDS: Readonly<Record<string, unknown>> = {
  maxLength: LONGEST_TEXT,
  maxItems: LONGEST_LIST,
  maximum: Number.MAX_SAFE_INTEGER,
  minimum: Number.MIN_SAFE_INTEGER,
};

function shorten(schema: JsonSchema, isTop = true): JsonSchema {
  // A named schema, such as a claim, is described in the reference; here each word costs tokens.
  const { title, description } = schema;
  if (!isTop && title !== undefined)
    return { type: 'object', ...(description === undefined ? {} : { description }) };
  const kept: JsonSchema = {};
  const hidden = new Set<string>();
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'additionalProperties' || name === 'propertyNames' || BOUNDS[name] === value) continue;
    if (name === 'properties') {
      const fields = Object.entries(value as Record<string, JsonSchema>);
      for (const [field, { unlisted }] of fields) if (unlisted === true) hidden.add(field);
      const shown = fields.filter(([field]) => !hidden.has(field));
      if (isTop || shown.length > 0)
        kept[name] = Object.fromEntries(shown.map(([field, inner]) => [field, shorten(inner, false)]));
    } else if (name === 'items') {
      const items = shorten(value as JsonSchema, false);
      if (Object.keys(items).length > 0) kept[name] = items;
    } else if (name === 'anyOf') {
      kept[name] = (value as JsonSchema[]).map((each) => shorten(each, false));
    } else if (name === 'required') {
      const shown = (value as string[]).filter((field) => !hidden.has(field));
      if (isTop && shown.length > 0) kept[name] = shown;
    } else kept[name] = value;
  }
  return kept;
}
