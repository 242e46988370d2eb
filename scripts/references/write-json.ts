import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMANDS } from '../../packages/cli/src/program/command-table.ts';
import { runInProcess } from '../../packages/cli/src/testing-fixtures/run-in-process.ts';
import { CLAIM_TEXTS } from './claim-texts.ts';
import { shorten } from './shorten.ts';
import { StandingDate, TIME } from './standing-date.ts';
import { table } from './table.ts';

const DEMO = fileURLToPath(new URL('../../packages/cli/assets/demo-vault', import.meta.url));

/** In place of the times and seconds of the run. */
const QUESTION = 'What is the reporting interval?';

/** So that there is a contradiction to decide. */
const NOTES_THAT_DISAGREE = [
  ['semantic/plant/crane.md', '# Crane\n\nThe crane lifts 12 tons.\n'],
  ['semantic/plant/crane-by-another.md', '# Crane\n\nThe crane lifts 15 tons.\n'],
] as const;

const CHAT = JSON.stringify([
  { role: 'user', content: 'The crane was serviced on 2026-03-02.' },
  { role: 'assistant', content: 'I noted it.' },
]);

/** What the examples need of each other. */
interface Found {
  readonly claim: string;
  readonly contradiction: string;
  readonly item: string;
  readonly conversation: string;
  readonly source: string;
}

/**
 * The arguments of the examples that need some, in the order in which they run: what writes comes behind what reads. Before them runs every other command whose row
 * does not say what it gives; one without arguments stands here where it has to run behind another.
 */
const EXAMPLES: readonly (readonly [command: string, args?: (found: Found) => readonly string[]])[] = [
  ['query', () => [QUESTION, '--k', '1']],
  ['verify', () => ['answer.md']],
  ['claims list', () => ['--subject', 'Reporting interval', '--limit', '1']],
  ['claims show', ({ claim }) => [claim]],
  ['claims history', ({ claim }) => [claim]],
  ['claims extract', () => ['--note', 'semantic/projects/tidewatch/reporting-interval.md']],
  ['timeline', () => ['Reporting interval']],
  ['privacy erase', () => ['semantic/suppliers/battery-contract.md', '--dry-run']],
  ['consolidate', () => ['--dry-run']],
  ['show', () => ['semantic/projects/tidewatch/reporting-interval.md:18']],
  ['completion', () => ['fish']],
  ['schedule', () => ['cron']],
  ['notes autofill', () => ['--yes']],
  ['backup', () => ['index.db']],
  ['restore', () => ['index.db']],
  ['key rotate'],
  ['challenge acknowledge', ({ item }) => [item, '--reason', 'planned for May']],
  ['stale revalidate', ({ claim }) => [claim, '--reason', 'checked again']],
  ['contradictions acknowledge', ({ contradiction }) => [contradiction, '--reason', 'two sites']],
  ['contradictions resolve', ({ contradiction, claim }) => [contradiction, claim, '--reason', 'measured']],
  ['claims forget', ({ claim }) => [claim, '--reason', 'a typing mistake', '--dry-run']],
  ['entities merge', () => ['Mara Lindqvist', 'Mara L.']],
  ['entities split', () => ['Mara L.', 'Mara Lund']],
  ['capture', () => ['The pump runs at 40 bar.', '--region', 'plant']],
  ['ingest', () => ['contract.txt', '--region', 'legal']],
  ['ingest list'],
  ['ingest refresh'],
  ['ingest remove', ({ source }) => [source, '--notes']],
  ['conversations import', () => ['chat.json']],
  ['conversations list'],
  ['conversations show', ({ conversation }) => [conversation]],
  ['memory search', () => ['When are the batteries changed?']],
  ['model use', () => ['ollama/llama3.2']],
  ['vaults add', () => ['brain', '.']],
  ['vaults'],
  ['vaults remove', () => ['brain']],
];

/** `docs/reference/json.md`: what each command prints with `--json`, on the demo vault. */
export async function writeJsonReference(): Promise<string> {
  const examples = await runExamples();
  return [
    '# JSON results',
    '',
    'With `--json` a command prints its result as JSON on stdout. Keys are added in later versions; none changes its meaning.',
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
    ...COMMANDS.flatMap(({ name, gives }) => {
      const example = examples.byCommand.get(name);
      if (gives !== undefined && example !== undefined)
        throw new Error(`the row of \`memora ${name}\` says what it gives, and has an example`);
      return [
        `## \`memora ${name}\``,
        '',
        ...(example === undefined
          ? [gives ?? '']
          : [
              `\`memora ${[name, ...example.args.map(quote)].join(' ')} --json\`${name === 'export' ? ' (one line for each claim)' : ''}`,
              '',
              '```json',
              example.output,
              '```',
            ]),
        '',
      ];
    }),
  ].join('\n');
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
  const folder = mkdtempSync(join(tmpdir(), 'memora-reference-'));
  const vault = join(folder, 'vault');
  cpSync(DEMO, vault, { recursive: true });
  for (const [path, text] of NOTES_THAT_DISAGREE) {
    mkdirSync(join(vault, path, '..'), { recursive: true });
    writeFileSync(join(vault, path), text);
  }
  const env = { MEMORA_CONFIG_DIR: join(folder, 'config'), MEMORA_EMBED_PROVIDER: 'none' };
  const run = (argv: readonly string[]) =>
    runInProcess([...argv, '--vault', vault, '--json'], { env, cwd: folder });
  const read = <Payload>(text: string) => JSON.parse(text.split('\n', 1)[0] ?? '') as Payload;
  const show = (text: string) => JSON.stringify(withoutRun(shorten(read(text)), folder), null, 2);
  const RunDate = globalThis.Date;
  globalThis.Date = StandingDate as DateConstructor;
  try {
    const byCommand = new Map<string, Example>();
    let claim: Readonly<Record<string, unknown>> = {};
    let found: Found = { claim: '', contradiction: '', item: '', conversation: '', source: '' };
    const placed = new Set(EXAMPLES.map(([command]) => command)).add('index');
    const others = COMMANDS.filter(({ name, gives }) => gives === undefined && !placed.has(name));
    for (const [command, argsOf] of [
      ['index'] as const,
      ...others.map(({ name }) => [name] as const),
      ...EXAMPLES,
    ]) {
      const args = argsOf?.(found) ?? [];
      const { stdout, stderr } = await run([...command.split(' '), ...args]);
      if (stdout === '')
        throw new Error(
          `memora ${command} printed nothing; its row needs \`gives\`, or write-json.ts its arguments: ${stderr}`,
        );
      byCommand.set(command, {
        args: args.map((arg) => String(withoutRun(arg, folder))),
        output: show(stdout),
      });
      if (command === 'conversations import') {
        const { conversations } = read<{ conversations: { id: string }[] }>(stdout);
        found = { ...found, conversation: conversations[0]?.id ?? '' };
      }
      if (command === 'ingest') {
        const { documents } = read<{ documents: { id: string }[] }>(stdout);
        found = { ...found, source: documents[0]?.id ?? '' };
      }
      if (command !== 'index') continue;
      const list = await run(['claims', 'list']);
      const { claims } = read<{ claims: Record<string, unknown>[] }>(list.stdout);
      claim = claims.find((each) => String(each['source_text']).startsWith('The reporting interval')) ?? {};
      const queue = await run(['contradictions']);
      const review = await run(['challenge', '--dry-run']);
      found = {
        ...found,
        claim: String(claim['claim_id']),
        contradiction: read<{ contradictions: { id: string }[] }>(queue.stdout).contradictions[0]?.id ?? '',
        item: read<{ items: { id: string }[] }>(review.stdout).items.at(-1)?.id ?? '',
      };
      const cited = `The reporting interval is 45 seconds. [claim:${found.claim}]\n`;
      writeFileSync(join(folder, 'answer.md'), cited);
      writeFileSync(join(folder, 'chat.json'), CHAT);
      writeFileSync(join(folder, 'contract.txt'), 'The tenant pays 900 euros a month.\n');
    }
    return { byCommand, claim, error: show((await run(['query', QUESTION, '--k', 'many'])).stderr) };
  } finally {
    globalThis.Date = RunDate;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Values that differ from run to run. */
const VARYING: Readonly<Record<string, unknown>> = {
  seconds: 0.1,
  bytes: 250_000,
  replaced: '0f1e2d3c4b5a6978',
  key_id: '1a2b3c4d5e6f7081',
};

/** A value without what another run would have otherwise: folders, times, durations. */
function withoutRun(value: unknown, folder: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutRun(item, folder));
  if (typeof value === 'string')
    return (
      value
        .replaceAll(folder, '/home/you')
        .replaceAll(`${process.execPath} ${process.argv[1]}`, 'memora')
        // The id of a document's note depends on the folder that the document is in.
        .replaceAll(/\bcontract-[0-9a-z]{8}\b/g, 'contract-k3f9q2x7')
        .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, TIME)
    );
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, VARYING[key] ?? withoutRun(each, folder)]),
  );
}

const quote = (arg: string) => (/[^\w./:@-]/.test(arg) ? `"${arg}"` : arg);
