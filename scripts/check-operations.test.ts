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
  group: 'Ask',
  example: 'memora moon',
  output: async () => z.strictObject({ text: z.string() }),
  redacted: 'secret text',
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
  example: { at: 'night' },
  input: () => z.strictObject({ at: z.string().optional() }),
  output: () => z.strictObject({ text: z.string() }),
  run: async () => ({ text: '' }),
};
const { cli: _cli, ...single } = tool;
const { redacted: _, ...bare } = single;
const open = z.looseObject({});

const { output: _output, ...mute } = moon;
const { redacted: _redacted, ...unsaid } = moon;
const { group: _group, ...homeless } = moon;

it('finds nothing in complete rows', async () => {
  expect(await checkOperations([tool], [moon])).toEqual([]);
  const found = await checkOperations(
    [{ ...bare, output: () => z.strictObject({ id: z.string() }) }],
    [moon],
  );
  expect(found).toEqual([]);
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
    [moon, { ...moon, name: 'luna', alias: 'x', example: 'memora luna' }],
    'memora luna: luna is the name of memora moon already',
  ],
  [
    [tool],
    [{ ...moon, options: [{ flags: '--json', description: 'as JSON' }] }],
    'memora moon: has --json twice',
  ],
  [[{ ...tool, cli: 'moons' }], [moon], 'memora_moon: memora moons is no command'],
  [
    [{ ...single, output: () => z.strictObject({ at: z.date() }) }],
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
  [[{ ...tool, example: { on: 'Monday' } }], [moon], 'memora_moon: its input refuses its example'],
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
  [
    [{ ...tool, output: () => z.strictObject({ text: z.string(), phase: z.number() }) }],
    [moon],
    'memora_moon: phase is not what memora moon gives, and no `differs` says why',
  ],
  [
    [{ ...tool, output: () => z.strictObject({ text: z.number() }) }],
    [moon],
    'memora_moon: text is not what memora moon gives',
  ],
  [
    [{ ...tool, differs: { text: 'in verse' } }],
    [moon],
    'memora_moon: text is what memora moon gives: `differs` says otherwise',
  ],
  [[tool], [mute], 'memora moon: has no output'],
  [[tool], [{ ...moon, gives: 'It gives a phase.' }], 'memora moon: has an output, so `gives` says it twice'],
  [
    [single],
    [{ ...moon, output: async () => z.strictObject({ at: z.date() }) }],
    "memora moon: JSON Schema can't say its output",
  ],
  [
    [single],
    [{ ...unsaid, output: async () => z.strictObject({ source_text: z.string() }) }],
    'memora moon: source_text may hold secret text, and the row has no `redacted`',
  ],
  [[tool], [homeless], 'memora moon: has no group of the help'],
  [[tool], [{ ...moon, example: 'memora sun' }], 'memora moon: has the example of another'],
  [[tool], [{ ...moon, after: ['sun'] }], 'memora moon: runs after sun, which is no command'],
])('a row that is not whole is refused with its name: %#', async (tools, commands, breach) => {
  expect(await checkOperations(tools, commands)).toEqual([expect.stringContaining(breach)]);
});
