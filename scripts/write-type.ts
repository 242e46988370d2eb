import { claim } from '../packages/mcp/src/outputs/claim-output.ts';
import { type JsonSchema, toJsonSchema } from '../packages/mcp/src/protocol/list-schemas.ts';

const CLAIM = Object.keys(claim().shape);

/** Types that are written out once, by the title of their schema. */
export type NamedTypes = Map<string, string>;

/** Writes a JSON Schema as a TypeScript type. A schema with a title goes into `named` and is referred to by that title. */
export function writeType(schema: JsonSchema, named: NamedTypes): string {
  return typeOf(schema, '', named);
}

function typeOf(schema: JsonSchema, indent: string, named: NamedTypes, isTop = false): string {
  const { title, anyOf, oneOf, type, items, prefixItems, additionalProperties } = schema;
  if (!isTop && typeof title === 'string') {
    if (!named.has(title)) {
      named.set(title, '');
      const type = typeOf(schema, '', named, true);
      // After the types that it refers to.
      named.delete(title);
      named.set(title, type);
    }
    return title;
  }
  const choices = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (choices !== undefined) return choices.map((each) => typeOf(each, indent, named)).join(' | ');
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].map((each) => JSON.stringify(each)).join(' | ');
  if (Array.isArray(type))
    return type.map((each) => typeOf({ ...schema, type: each }, indent, named, isTop)).join(' | ');
  if (prefixItems !== undefined)
    return `[${(prefixItems as JsonSchema[]).map((each) => typeOf(each, indent, named)).join(', ')}]`;
  if (type === 'array') {
    const item = typeOf((items ?? {}) as JsonSchema, indent, named);
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
  }
  if (type === 'object') return objectOf(schema, additionalProperties, indent, named);
  return type === 'integer' ? 'number' : typeof type === 'string' ? type : 'unknown';
}

function objectOf(schema: JsonSchema, rest: unknown, indent: string, named: NamedTypes): string {
  const required = new Set(schema['required'] as string[] | undefined);
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  const isClaim = CLAIM.every((name) => required.has(name));
  if (isClaim && fields.length > CLAIM.length) {
    typeOf(toJsonSchema(claim()), '', named);
    const own = {
      properties: Object.fromEntries(fields.filter(([name]) => !CLAIM.includes(name))),
      required: [...required].filter((name) => !CLAIM.includes(name)),
    };
    return `Claim & ${objectOf(own, rest, indent, named)}`;
  }
  const inner = `${indent}  `;
  const lines = fields.map(
    ([name, field]) => `${inner}${name}${required.has(name) ? '' : '?'}: ${typeOf(field, inner, named)};`,
  );
  const isOpen = typeof rest === 'object' && rest !== null;
  if (lines.length === 0)
    return isOpen ? `Record<string, ${typeOf(rest as JsonSchema, indent, named)}>` : '{}';
  const short = `{ ${lines.map((line) => line.trim().slice(0, -1)).join('; ')} }`;
  if (!isOpen && short.length <= 80 && !short.includes('\n')) return short;
  return ['{', ...lines, ...(isOpen ? [`${inner}[key: string]: unknown;`] : []), `${indent}}`].join('\n');
}
