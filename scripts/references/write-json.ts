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

/** Commands whose result is no JSON value that a program would read, with the reason. */
const WITHOUT: Readonly<Record<string, string>> = {
  'receipt check':
    'It gives `ok`, `problems` (each with `code` and `at`: a path, or the number of a statement or citation from 0), `unchecked`, `root` and `vault` (null where the receipt was checked by itself).',
  'memory show': 'It gives one memory, with the keys that `memora memory list` gives each.',
  'memory save':
    'It gives `decision`, `code`, `memory_id`, `target`, `trust`, `band`, `held`, `reasons`, `similar`, `grounding` and `saves_left`.',
  'memory forget': 'It gives `forgotten`, `where`, `path`, `falls` and `restore`.',
  'memory restore': 'It gives `restored` and `path`.',
  'memory rollback':
    'It gives `falls`, `stands`, `returns`, `touched`, `daily_lines`, `turns`, `batch` (null where nothing was changed or all of it was erased) and `done`.',
  'memory consolidate':
    'It gives `steps` and `left`, each with `pass`, `code` and `notes`, `asks` (pairs of ids, newer and older, that a reader is asked about), `batch` (null where nothing was changed), `emptied` (files deleted from the trash) and `busy`, which is true where another process is at it.',
  'memory export':
    'It writes what was asked for, with and without `--json`: a bundle of one object a line, an array of items, or Markdown.',
  'memory import':
    'It gives `batch` (null where nothing was written), `written`, `same` and `differs`; of a store of another system `batch`, `read`, `written`, `held`, `same`, `left`, `screened` and `problems`.',
  'memory sync':
    'It gives `bridges`, each with `name`, `provider`, `problem`, `pulled` (`batch`, `written`, `held`, `same`, `left`), `pushed` (`saved`, `removed`), `pending`, `dead`, `refused`, `contested` and `doubtful`.',
  'memory detect':
    'It gives `servers` that were not asked about, each with `name` and `clients`, `others` and `written`; with `--json` it asks nothing.',
  'memory confirm': 'It asks a person on a terminal, and gives `confirmed`.',
  'memory edit': 'It opens your editor.',
  'memory record': 'It gives `record` and `retention_days`.',
  'memory audit':
    'It gives `memories`, `source_lines`, `counts` by verdict, `problems`, and `findings`, each with `verdict`, `code`, `reason`, `provider`, `file`, `line`, `start`, `end` and `against`.',
  'memory hook':
    'It answers a coding agent with JSON of its own: `additionalContext`, where the agent looks for it, and `systemMessage`.',
  open: 'It prints one object a line: `type` is `serving` (with `url`) or `problem` (with `code`).',
  chat: 'It prints what `memora query` does, one value for each question.',
  watch: 'It runs until you stop it. With `--json` it prints one event a line.',
  serve: 'It speaks the Model Context Protocol; see [MCP tools](mcp.md).',
  demo: 'It shows the product to a person.',
  // They need a database.
  'team init': 'It gives `workspace`, `schema` and `is_new`.',
  'team migrate': 'It gives `schema`.',
  'team member':
    '`list` gives `members`, each with `principal`, `group` and `role`; `add` gives `principal`, `group` and `role`; `remove` gives `principal` and `removed`.',
  'team scope':
    '`list` gives `scopes`, each with `id`, `kind`, `owner` and `epoch`; `add` gives `owner` and `made`.',
  'team token':
    '`list` gives `tokens`, each with `id`, `principal`, `groups`, `scopes` and `expires`; `add` gives these of the new one and its `token`; `revoke` gives `id` and `revoked`.',
  'team push':
    'It gives `written`, `removed`, `unchanged` and `skipped`, each of those with `path` and `code`.',
  'team pull':
    'It gives `written`, `removed`, `erased`, `unchanged`, `both` and `skipped`, each of those with `path` and `code`.',
  'team promote': 'It gives `note` and `path`.',
  'team erase':
    'It gives `note`, `paths`, `versions`, `claim_ids`, `epoch`, `found` (each with `table`, `rows` and `paths`) and `gone_by`.',
  'team erase-user': 'It gives `principal`, `notes` (null where there was no scope) and `versions`.',
  'team erasures': '`export` gives `erasures` and `file`, `replay` gives `erasures` and `notes`.',
  'team worker':
    'With `--once` it gives `scopes`, each with `scope`, `epoch`, `rows`, `takenBack`, `notes` and `failures`.',
  'team history':
    'It gives `note` and `versions`, each with `version`, `author`, `via`, `sourceCommit`, `at` and `isRemoval`; with `--restore` it gives `note`, `version` and `restored`.',
  'team audit':
    'It gives `since` and `entries`, each with `sequence`, `at`, `principal`, `act` and `detail`.',
  'team status':
    'It gives `workspace`, `principal`, `schema` and `scopes`, each with `kind`, `notes`, `claims`, `epoch`, `behind` and `published_at`.',
  operations:
    'It gives `operations`, each with `name`, `summary`, `cli`, `mcp`, `team`, `input` and `output`: the last two as JSON Schema, `output` null where none says it.',
  'model list':
    'It gives `servers` (each with `name`, `endpoint`, `state` and `models`), the names of `keys` that are set, `chat` and `judge`.',
  'model test':
    'It gives `model`, `place`, and for `judging` (`true_kept`, `lies_kept`, `sentences`, `not_judged`), `answering` (`right`, `questions`, `refused`), `rewriting` (`found`, `questions`, `unreadable`) and `extracting` (`found`, `facts`, `claims`, `refused`) also `good`, `calls`, `input_tokens`, `output_tokens` and `seconds`.',
  setup:
    'It gives `vault`, `written`, `clients` (each with `client`, `part`, `file`, `status`, and `backup` or `code`), `notes`, `claims`, `question` and `answer`.',
};

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

/** The arguments of each example, in the order in which they run: what writes comes behind what reads. */
const EXAMPLES: readonly (readonly [command: string, args: (found: Found) => readonly string[]])[] = [
  ['index', () => []],
  ['query', () => [QUESTION, '--k', '1']],
  ['verify', () => ['answer.md']],
  ['claims list', () => ['--subject', 'The reporting interval', '--limit', '1']],
  ['claims show', ({ claim }) => [claim]],
  ['claims history', ({ claim }) => [claim]],
  ['claims refused', () => []],
  ['entities', () => []],
  ['claims extract', () => ['--note', 'semantic/projects/tidewatch/reporting-interval.md']],
  ['timeline', () => ['The reporting interval']],
  ['contradictions', () => []],
  ['stale', () => []],
  ['decisions', () => []],
  ['privacy audit', () => []],
  ['privacy feedback', () => []],
  ['privacy erase', () => ['semantic/suppliers/battery-contract.md', '--dry-run']],
  ['doctor', () => []],
  ['consolidate', () => ['--dry-run']],
  ['show', () => ['semantic/projects/tidewatch/reporting-interval.md:18']],
  ['today', () => []],
  ['challenge', () => []],
  ['report', () => []],
  ['trust', () => []],
  ['export', () => []],
  ['completion', () => ['fish']],
  ['schedule', () => ['cron']],
  ['notes autofill', () => ['--yes']],
  ['backup', () => ['index.db']],
  ['restore', () => ['index.db']],
  ['key rotate', () => []],
  ['challenge acknowledge', ({ item }) => [item, '--reason', 'planned for May']],
  ['stale revalidate', ({ claim }) => [claim, '--reason', 'checked again']],
  ['contradictions acknowledge', ({ contradiction }) => [contradiction, '--reason', 'two sites']],
  ['contradictions resolve', ({ contradiction, claim }) => [contradiction, claim, '--reason', 'measured']],
  ['claims forget', ({ claim }) => [claim, '--reason', 'a typing mistake', '--dry-run']],
  ['entities merge', () => ['Mara Lindqvist', 'Mara L.']],
  ['entities split', () => ['Mara L.', 'Mara Lund']],
  ['capture', () => ['The pump runs at 40 bar.', '--region', 'plant']],
  ['ingest', () => ['contract.txt', '--region', 'legal']],
  ['ingest list', () => []],
  ['ingest refresh', () => []],
  ['ingest remove', ({ source }) => [source, '--notes']],
  ['conversations import', () => ['chat.json']],
  ['conversations list', () => []],
  ['conversations show', ({ conversation }) => [conversation]],
  ['memory', () => []],
  ['memory stats', () => []],
  ['memory list', () => []],
  ['memory held', () => []],
  ['memory log', () => []],
  ['memory search', () => ['When are the batteries changed?']],
  ['model use', () => ['ollama/llama3.2']],
  ['vaults add', () => ['brain', '.']],
  ['vaults', () => []],
  ['vaults remove', () => ['brain']],
  ['init', () => []],
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
    ...COMMANDS.flatMap(({ name }) => {
      const why = WITHOUT[name];
      const example = examples.byCommand.get(name);
      if ((why === undefined) === (example === undefined))
        throw new Error(
          `write-json.ts needs an example of \`memora ${name}\`, or the reason why there is none`,
        );
      return [
        `## \`memora ${name}\``,
        '',
        ...(example === undefined
          ? [why ?? '']
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
    for (const [command, argsOf] of EXAMPLES) {
      const args = argsOf(found);
      const { stdout, stderr } = await run([...command.split(' '), ...args]);
      if (stdout === '') throw new Error(`memora ${command} printed nothing: ${stderr}`);
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
      const list = await run(['claims', 'list', '--subject', 'The reporting interval']);
      claim = read<{ claims: Record<string, unknown>[] }>(list.stdout).claims[0] ?? {};
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
