import { settingsJson } from '../../packages/engine/scripts/settings-schema.ts';
import { type Setting, type SettingSchema, toCamel } from '../../packages/engine/src/config/setting.ts';

/** A setting, with the properties that only the reference and the types need. */
export type SettingRow = Setting & { readonly isNullable: boolean; readonly description: string };
type Json = Readonly<Record<string, unknown>>;

const { bridge, embedder, ...sections } = settingsJson.properties as Readonly<Record<string, Json>>;
const bridgeSchema = bridge?.['additionalProperties'] as Json;
const embedderSchema = embedder?.['additionalProperties'] as Json;

/** The settings of each section. */
export const SECTIONS = Object.entries(sections).map(
  ([name, section]) => [name, rowsOf(section, `${name}.`)] as const,
);
/** The keys of a `[bridge.<name>]`. */
export const BRIDGE_ROWS = rowsOf(bridgeSchema, '');
/** The keys of an `[embedder.<name>]`. */
export const EMBEDDER_ROWS = rowsOf(embedderSchema, '');

/** `packages/engine/src/config/generated-settings.ts`: the rows against which programs check settings, and the types of the resulting values. */
export function writeSettings(): string {
  return [
    '// Written by scripts/write-references.ts from settings-schema.ts. Do not edit.',
    "import type { Setting } from './setting.ts';",
    '',
    '/** All settings. A key that is not in this table is unknown. */',
    ...tableOf(
      'SETTINGS',
      SECTIONS.flatMap(([, rows]) => rows),
    ),
    '/** Every key of a `[bridge.<name>]`. */',
    ...tableOf('BRIDGE_SETTINGS', BRIDGE_ROWS),
    '/** Every key of an `[embedder.<name>]`. */',
    ...tableOf('EMBEDDER_SETTINGS', EMBEDDER_ROWS),
    '/** Every setting of Memora. `.memora/config.toml` holds the same in sections, with `snake_case` keys. */',
    'export interface MemoraConfig {',
    ...SECTIONS.flatMap(([name, rows]) => [`  readonly ${name}: {`, ...rows.map(fieldOf), '  };']),
    '  /** Memories of other systems, by the name that they have here. */',
    '  readonly bridge: Readonly<Record<string, BridgeConfig>>;',
    '  /** Embedders that workspaces of a team may choose, by name. */',
    '  readonly embedder: Readonly<Record<string, EmbedderConfig>>;',
    '}',
    '',
    `/** ${bridgeSchema['description']} */`,
    'export interface BridgeConfig {',
    ...BRIDGE_ROWS.map(fieldOf),
    '}',
    '',
    `/** ${embedderSchema['description']} */`,
    'export interface EmbedderConfig {',
    ...EMBEDDER_ROWS.map(fieldOf),
    '}',
    '',
  ].join('\n');
}

function rowsOf(section: Json, prefix: string): readonly SettingRow[] {
  return Object.entries(section['properties'] as Json).map(([name, property]) => {
    const { default: fallback, description, fromVault, refused, anyOf, ...own } = property as Json;
    const [inner = own] = (anyOf as Json[] | undefined) ?? [];
    const { takes, ...schema } = inner;
    if (typeof description !== 'string' || typeof takes !== 'string')
      throw new Error(`settings-schema.ts does not say what ${prefix}${name} does, or what it takes`);
    const rule = { fromVault, refused } as Pick<Setting, 'fromVault' | 'refused'>;
    const row = {
      key: prefix + name,
      schema: toSchema(schema),
      takes,
      fallback: fallback as Setting['fallback'],
    };
    return { ...row, ...rule, description, isNullable: anyOf !== undefined };
  });
}

/** Choices are their own type. */
function toSchema({ type, enum: choices, items, takes: _, ...rest }: Json): SettingSchema {
  const kind = choices === undefined ? { type } : { enum: choices };
  return {
    ...kind,
    ...rest,
    ...(items === undefined ? {} : { items: toSchema(items as Json) }),
  } as SettingSchema;
}

function tableOf(name: string, rows: readonly SettingRow[]): string[] {
  const lines = rows.map(({ isNullable: _, description: __, ...row }) => `  ${JSON.stringify(row)},`);
  return [`export const ${name}: readonly Setting[] = [`, ...lines, '];', ''];
}

function fieldOf({ key, schema, isNullable, description }: SettingRow): string {
  return `    /** ${description} */ readonly ${toCamel(key.split('.').at(-1) ?? '')}: ${typeOf(schema)}${isNullable ? ' | null' : ''};`;
}

function typeOf({ enum: choices, type, items }: SettingSchema): string {
  if (choices?.join() === 'true,false') return 'boolean';
  if (choices !== undefined)
    return choices.map((choice) => JSON.stringify(choice).replaceAll('"', "'")).join(' | ');
  if (type === 'array') return `readonly (${typeOf(items ?? {})})[]`;
  return type === 'string' ? 'string' : 'number';
}
