import { expect, it } from 'vitest';
import * as z from 'zod';
import type { CommandSpec } from '../packages/cli/src/program/command-spec.ts';
import type { ToolDefinition } from '../packages/mcp/src/protocol/tool-definition.ts';
import { checkOperations } from './check-operations.ts';

const moon: CommandSpec = {
  name: 'moon',
  alias: 'luna',
  summary: 'show the moon',
  options: [{ flags: '--full', description: 'the whole of it' }],
  example: 'memora moon',
  load: async () => async () => 0,
};
const tool: ToolDefinition = {
  name: 'memora_moon',
  title: 'Moon',
  description: 'Shows the moon.',
  isCore: false,
  isReadOnly: true,
  cli: 'moon',
  redacted: 'secret text',
  input: () => z.strictObject({ at: z.string().optional() }),
  output: () => z.strictObject({ text: z.string() }),
  run: async () => ({ text: '' }),
};
const { redacted: _, ...bare } = tool;
const open = z.looseObject({});

it('finds nothing in rows that are whole', () => {
  expect(checkOperations([tool], [moon])).toEqual([]);
  expect(checkOperations([{ ...bare, output: () => z.strictObject({ id: z.string() }) }], [moon])).toEqual(
    [],
  );
});

it.each<readonly [ToolDefinition[], CommandSpec[], string]>([
  [[{ ...tool, description: ' ' }], [moon], 'memora_moon: has no summary'],
  [[tool], [{ ...moon, summary: '' }], 'memora moon: has no summary'],
  [
    [tool],
    [{ ...moon, options: [{ flags: '--full', description: '' }] }],
    'memora moon: --full has no summary',
  ],
  [[tool, tool], [moon], 'memora_moon: memora_moon is the name of memora_moon already'],
  [
    [tool],
    [moon, { ...moon, name: 'luna', alias: 'x' }],
    'memora luna: luna is the name of memora moon already',
  ],
  [
    [tool],
    [{ ...moon, options: [{ flags: '--json', description: 'as JSON' }] }],
    'memora moon: has --json twice',
  ],
  [[{ ...tool, cli: 'moons' }], [moon], 'memora_moon: memora moons is no command'],
  [
    [{ ...tool, output: () => z.strictObject({ at: z.date() }) }],
    [moon],
    "memora_moon: JSON Schema can't say its input or output",
  ],
  [
    [
      {
        ...tool,
        input: () => z.strictObject({ at: z.string().transform(Number) }),
        output: () => z.strictObject({ at: z.bigint() }),
      },
    ],
    [moon],
    "memora_moon: JSON Schema can't say its input or output",
  ],
  [[bare], [moon], 'memora_moon: text may hold secret text, and the row has no `redacted`'],
  [
    [
      {
        ...bare,
        output: () => z.strictObject({ hits: z.array(z.strictObject({ snippet: z.string().nullable() })) }),
      },
    ],
    [moon],
    'memora_moon: hits.snippet may hold secret text',
  ],
  [
    [{ ...bare, output: () => z.strictObject({ claim: open }) }],
    [moon],
    'memora_moon: claim may hold secret text',
  ],
])('a row that is not whole is refused with its name: %#', (tools, commands, breach) => {
  expect(checkOperations(tools, commands)).toEqual([expect.stringContaining(breach)]);
});
