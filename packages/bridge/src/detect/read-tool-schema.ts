import { isRow } from '../formats/read-row.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The arguments of a tool, from its input schema. */
export interface ToolArguments {
  readonly has: (name: string) => boolean;
  /** True for an argument that accepts text. */
  readonly takesText: (name: string) => boolean;
  /** True for an argument that takes a list. */
  readonly isList: (name: string) => boolean;
  /** The schema of an entry of a list argument. */
  readonly entryOf: (name: string) => ToolArguments | null;
  /** Required arguments without a default. */
  readonly required: readonly string[];
}

/** Reads an input schema; an invalid one has no arguments. */
export function readToolSchema(inputSchema: unknown): ToolArguments {
  const schema: Schema = isRow(inputSchema) ? inputSchema : {};
  const properties: Schema = isRow(schema['properties']) ? schema['properties'] : {};
  const of = (name: string): Schema | null => {
    const found = Object.hasOwn(properties, name) ? properties[name] : null;
    return isRow(found) ? found : null;
  };
  const named = Array.isArray(schema['required']) ? schema['required'] : [];
  return {
    has: (name) => of(name) !== null,
    takesText: (name) => {
      const found = of(name);
      return found !== null && typesOf(found).includes('string') && !('enum' in found) && !('const' in found);
    },
    isList: (name) => {
      const found = of(name);
      return found !== null && typesOf(found).includes('array');
    },
    entryOf: (name) => {
      const items = of(name)?.['items'];
      return isRow(items) ? readToolSchema(items) : null;
    },
    required: named.filter(
      (name): name is string => typeof name === 'string' && !('default' in (of(name) ?? {})),
    ),
  };
}

/** The types that a value may have, including those of a nullable value. */
function typesOf(schema: Schema): readonly unknown[] {
  const own = Array.isArray(schema['type']) ? schema['type'] : [schema['type']];
  const any = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(any) ? [...own, ...any.flatMap((each) => (isRow(each) ? typesOf(each) : []))] : own;
}
