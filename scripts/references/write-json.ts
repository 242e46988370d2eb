import { inShell } from '../../packages/cli/src/commands/print-schedule.ts';
import type { CommandSpec } from '../../packages/cli/src/program/command-spec.ts';
import { COMMANDS } from '../../packages/cli/src/program/command-table.ts';
import { ownCommand } from '../../packages/cli/src/setup/clients/own-server-command.ts';
import { openExampleVault } from '../../packages/cli/src/testing-fixtures/example-vault.ts';
import { toJsonSchema } from '../../packages/mcp/src/protocol/list-schemas.ts';
import { type NamedTypes, writeType } from '../write-type.ts';
import { CLAIM_TEXTS } from './claim-texts.ts';
import { shorten } from './shorten.ts';
import { StandingDate, TIME } from './standing-date.ts';
import { table } from './table.ts';

const QUESTION = 'What is the reporting interval?';

/** `docs/reference/json.md`: what each command prints with `--json`, on the demo vault. */
export async function writeJsonReference(): Promise<string> {
  const examples = await runExamples();
  const named: NamedTypes = new Map();
  const sections: string[] = [];
  for (const spec of COMMANDS)
    sections.push(...(await sectionOf(spec, examples.byCommand.get(spec.name), named)));
  return [
    '# JSON results',
    '',
    'With `--json` a command prints its result as JSON on stdout. Keys are added in later versions; none changes its meaning.',
    'Each command is listed with the type of a line of its output; `?` marks a key that may be absent. `memora operations --json` gives the same as JSON Schema.',
    'With `--team` and a server, a command prints what the tool of the server gives.',
    'Spans are `[start, end)` in bytes of the note file. Secret text is `[redacted]`.',
    'Long lists are cut to one item here, and times are replaced.',
    '',
    '## Fields of a claim',
    '',
    'Wherever a result holds a claim, it has these fields. `hits` have `score`, `why` and `snippet` besides.',
    '',
    ...table(['field', 'what it says'], claimRows(examples.claim)),
    '',
    '## Errors',
    '',
    'An error is one line on stderr, with a code that does not change, what went wrong, and what to do:',
    '',
    '```json',
    examples.error,
    '```',
    '',
    '## Types that results share',
    '',
    '```ts shape',
    [...named].map(([name, type]) => `type ${name} = ${type};`).join('\n\n'),
    '```',
    '',
    ...sections,
  ].join('\n');
}

/** A command's output: its type, and an example. */
async function sectionOf(
  { name, gives, output }: CommandSpec,
  example: Example | undefined,
  named: NamedTypes,
): Promise<string[]> {
  return [
    `## \`memora ${name}\``,
    '',
    ...(output === undefined
      ? [gives ?? '', '']
      : ['```ts shape', writeType(toJsonSchema(await output()), named), '```', '']),
    ...(example === undefined
      ? []
      : [
          `\`memora ${example.args.map(quote).join(' ')} --json\`${name === 'export' ? ' (one line for each claim)' : ''}`,
          '',
          '```json',
          example.output,
          '```',
          '',
        ]),
  ];
}

function claimRows(claim: Readonly<Record<string, unknown>>): string[][] {
  const unknown = Object.keys(CLAIM_TEXTS).filter((key) => !(key in claim));
  if (unknown.length > 0)
    throw new Error(`claim-texts.ts describes ${unknown.join(', ')}, which no claim has`);
  return Object.keys(claim).map((key) => {
    const text = CLAIM_TEXTS[key];
    if (text === undefined) throw new Error(`claim-texts.ts has no line for ${key}`);
    return [`\`${key}\``, text];
  });
}

interface Example {
  readonly args: readonly string[];
  readonly output: string;
}

async function runExamples(): Promise<{
  byCommand: ReadonlyMap<string, Example>;
  claim: Readonly<Record<string, unknown>>;
  error: string;
}> {
  const RunDate = globalThis.Date;
  globalThis.Date = StandingDate as DateConstructor;
  try {
    await using vault = await openExampleVault({ MEMORA_EMBED_PROVIDER: 'none' });
    const { folder } = vault;
    const show = (text: string) =>
      JSON.stringify(withoutRun(shorten(JSON.parse(text.split('\n', 1)[0] ?? '')), folder), null, 2);
    const byCommand = new Map<string, Example>();
    const shown = COMMANDS.filter(({ needs, varies }) => needs === undefined && varies !== true);
    // Commands that write come after commands that read.
    for (const spec of shown.toSorted((a, b) => Number(a.writes ?? false) - Number(b.writes ?? false))) {
      const args = await vault.argsOf(spec);
      const { stdout, stderr } = await vault.run([...args, '--json']);
      if (stdout === '') throw new Error(`memora ${args.join(' ')} printed nothing: ${stderr}`);
      byCommand.set(spec.name, {
        args: args.map((arg) => String(withoutRun(arg, folder))),
        output: show(stdout),
      });
    }
    const { claims } = await vault.json<{ claims: Record<string, unknown>[] }>(['claims', 'list']);
    const error = await vault.run(['query', QUESTION, '--k', 'many', '--json']);
    return { byCommand, claim: claims[0] ?? {}, error: show(error.stderr) };
  } finally {
    globalThis.Date = RunDate;
  }
}

/** Values that differ from run to run. */
const VARYING: Readonly<Record<string, unknown>> = {
  seconds: 0.1,
  bytes: 250_000,
  replaced: '0f1e2d3c4b5a6978',
  key_id: '1a2b3c4d5e6f7081',
};

const { command, args } = ownCommand({});
/** The words that start the command of this clone. */
const OWN_COMMAND = inShell([[command, ...args]]);

/** A value without the parts that differ from run to run: folders, times, durations. */
function withoutRun(value: unknown, folder: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutRun(item, folder));
  if (typeof value === 'string')
    return (
      value
        .replaceAll(folder, '/home/you')
        .replaceAll(OWN_COMMAND, 'memora')
        // The id of a document's note depends on the document's folder.
        .replaceAll(/\bcontract-[0-9a-z]{8}\b/g, 'contract-k3f9q2x7')
        .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, TIME)
    );
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, VARYING[key] ?? withoutRun(each, folder)]),
  );
}

const quote = (arg: string) => (/[^\w./:@-]/.test(arg) ? `"${arg}"` : arg);
