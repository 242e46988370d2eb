import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { expect, expectTypeOf, it } from 'vitest';
import type * as z from 'zod';
import { settingsSchema } from '../../scripts/settings-schema.ts';
import { checkAgainst } from './check-setting.ts';
import { BRIDGE_SETTINGS, EMBEDDER_SETTINGS, type MemoraConfig, SETTINGS } from './generated-settings.ts';
import { defaultConfig } from './load-config.ts';
import { type Setting, toCamel } from './setting.ts';

const { bridge, embedder, ...sections } = settingsSchema.shape;
const shapeOf = (tables: { readonly shape: object }) => Object.entries(tables.shape) as [string, z.ZodType][];
const ROWS: readonly (readonly [string, Setting, z.ZodType])[] = [
  ...Object.entries(sections).flatMap(([section, schema]) =>
    shapeOf(schema).map(([name, each]) => [SETTINGS, `${section}.${name}`, each] as const),
  ),
  ...shapeOf(bridge.unwrap().valueType).map(([name, each]) => [BRIDGE_SETTINGS, name, each] as const),
  ...shapeOf(embedder.unwrap().valueType).map(([name, each]) => [EMBEDDER_SETTINGS, name, each] as const),
].map(([rows, key, schema]) => {
  const row = rows.find((each) => each.key === key);
  if (row === undefined) throw new Error(`${key} has no row`);
  return [key, row, schema];
});
const ODD = [
  '',
  ' ',
  '\n',
  'a',
  '03:00',
  '24:00',
  'Europe/Lisbon',
  '+01:00',
  'utc',
  0,
  0.5,
  -1,
  2 ** 60,
  Number.POSITIVE_INFINITY,
];

it.each(ROWS)('%s is checked as its schema says, whatever it is given', (_, row, schema) => {
  const near = fc.constantFrom<unknown>(
    ...ODD,
    ...[row.schema.minimum, row.schema.maximum].flatMap((bound = 0) => [bound - 1, bound, bound + 1]),
    ...(row.schema.enum ?? []),
    ...(row.schema.items?.enum ?? []),
  );
  const list = fc.array(near, { maxLength: 3 });
  fc.assert(
    // TOML cannot express `null`.
    fc.property(fc.oneof(near, list, fc.anything()), (value) => {
      fc.pre(value !== null && value !== undefined);
      const isAccepted = schema.safeParse(value).success;
      if (isAccepted) expect(checkAgainst(row, value, 'here')).toEqual(value);
      else expect(() => checkAgainst(row, value, 'here')).toThrow(`here: ${row.key} = `);
    }),
    { numRuns: sampleOf(300) },
  );
});

it('has the defaults of the schema', () => {
  const empty = Object.fromEntries(Object.keys(sections).map((section) => [section, {}]));
  const { bridge: bridges, ...parsed } = settingsSchema.parse(empty);
  const named = Object.entries(parsed).map(([section, values]) => [
    section,
    Object.fromEntries(Object.entries(values).map(([key, value]) => [toCamel(key), value])),
  ]);
  expect({ ...Object.fromEntries(named), bridge: bridges }).toEqual(defaultConfig());
});

it('has the types of the schema', () => {
  type Parsed = z.output<typeof settingsSchema>;
  expectTypeOf<MemoraConfig['llm']['provider']>().toEqualTypeOf<Parsed['llm']['provider']>();
  expectTypeOf<MemoraConfig['embed']['dim']>().toEqualTypeOf<Parsed['embed']['dim']>();
  expectTypeOf<MemoraConfig['privacy']['redactSecretInCloud']>().toEqualTypeOf<
    Parsed['privacy']['redact_secret_in_cloud']
  >();
  expectTypeOf<MemoraConfig['frontmatter']['mode']>().toEqualTypeOf<Parsed['frontmatter']['mode']>();
});
