import type { JsonSchema } from '../../packages/mcp/src/protocol/list-schemas.ts';

/**
 * The differences between the results of a tool and of its command, as paths of fields. If a command returns one of several shapes, the nearest one
 * is compared. `item` is the tool's list from which the command returns one item. Fields for paging are ignored, because a command prints all pages.
 */
export function twinDifferences(tool: JsonSchema, command: JsonSchema, item?: string): readonly string[] {
  const { next_cursor: _, ...fields } = fieldsOf(tool);
  const own = item === undefined ? fields : fieldsOf((fields[item]?.['items'] ?? {}) as JsonSchema);
  const shapes = (command['anyOf'] as readonly JsonSchema[] | undefined) ?? [command];
  const [nearest = {}] = shapes.map(fieldsOf).sort((a, b) => likeness(own, b) - likeness(own, a));
  return [...compareFields(own, nearest, '')];
}

/** The part that all names share. */
function likeness(a: Fields, b: Fields): number {
  const shared = Object.keys(a).filter((name) => b[name] !== undefined).length;
  return shared / (Object.keys(a).length + Object.keys(b).length - shared);
}

type Fields = Readonly<Record<string, JsonSchema>>;

function* compareFields(tool: Fields, command: Fields, at: string): Generator<string> {
  for (const name of new Set([...Object.keys(tool), ...Object.keys(command)])) {
    const [own, other] = [tool[name], command[name]];
    const path = at === '' ? name : `${at}.${name}`;
    if (own === undefined || other === undefined) yield path;
    else yield* compare(own, other, path);
  }
}

function* compare(tool: JsonSchema, command: JsonSchema, path: string): Generator<string> {
  const [own, other] = [withoutNull(tool), withoutNull(command)];
  if (own['items'] !== undefined && other['items'] !== undefined)
    yield* compare(own['items'] as JsonSchema, other['items'] as JsonSchema, path);
  else if (Object.keys(fieldsOf(own)).length > 0 && Object.keys(fieldsOf(other)).length > 0)
    yield* compareFields(fieldsOf(own), fieldsOf(other), path);
  else if (shapeOf(own) !== shapeOf(other)) yield path;
}

/** The type of a field, if the field exists. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf, type } = schema;
  const others = ((anyOf ?? []) as readonly JsonSchema[]).filter((each) => each['type'] !== 'null');
  if (others.length === 1 && others[0] !== undefined) return others[0];
  return Array.isArray(type) ? { ...schema, type: type.filter((each) => each !== 'null').join(' ') } : schema;
}

function fieldsOf(schema: JsonSchema): Fields {
  return (schema['properties'] ?? {}) as Fields;
}

/** An object without declared fields differs from one that declares them. */
function shapeOf(schema: JsonSchema): string {
  const { type, additionalProperties, items } = schema;
  const isNamed = Object.keys(fieldsOf(schema)).length > 0;
  return [
    String(type ?? 'any'),
    isNamed ? 'named' : '',
    JSON.stringify([additionalProperties, items]),
  ].join();
}
