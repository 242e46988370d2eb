import { COMMANDS } from '../program/command-table.ts';
import { exampleArgs } from './example-args.ts';
import type { ToldVault } from './open-told-vault.ts';
import { UPKEEP_CASES } from './oracle-upkeep.ts';
import { both, citing, each, GUESSES, SUBJECTS } from './run-oracle-case.ts';

/**
 * Commands that try to reveal something about a secret claim, in the order in which they run. Each is run as
 * text and with `--json`.
 */
export interface OracleCase {
  /** The command that the case is about; the completeness test reads these. */
  readonly command: string;
  readonly run: (told: ToldVault) => Promise<unknown>;
}

/** Commands whose example would reveal too little, because a guess at a secret has to be typed into them. */
const OWN_CASES: readonly OracleCase[] = [
  { command: 'init', run: (told) => both(told, ['init']) },
  {
    command: 'index',
    run: (told) =>
      each(told, [['index', '--dry-run'], ['index'], ['index', '--full'], ['index', '--no-contradict']]),
  },
  {
    command: 'query',
    run: (told) =>
      each(
        told,
        GUESSES.flatMap((guess) => [
          ['query', guess],
          ['query', guess, '--claims', '--k', '50'],
          ['query', guess, '--raw', '--as-of', '2019-06-01'],
          ['query', guess, '--known-at', '2100-01-01', '--region', 'people'],
        ]),
      ),
  },
  {
    command: 'chat',
    run: async (told) => {
      const stdin = `${GUESSES.join('\n')}\n`;
      await both(told, ['chat'], { stdin });
      await both(told, ['chat', '--proof', '--region', 'people'], { stdin });
    },
  },
  {
    command: 'verify',
    run: async (told) => {
      const stdin = await citing(told);
      await both(told, ['verify'], { stdin });
      await both(told, ['verify', '--allow-superseded', '--allow-uncited', '--as-of', '2019-06-01'], {
        stdin,
      });
      await both(told, ['verify', '--known-at', '2100-01-01'], { stdin });
      for (const format of ['text', 'json', 'sarif', 'junit'])
        await told.tell(['verify', '--format', format], { stdin });
      await told.tell(['verify', '--html', 'out/proof.html', '--receipt', 'out/receipt.json'], { stdin }, [
        'out/proof.html',
        'out/receipt.json',
      ]);
      await both(told, ['verify', 'missing.md']);
    },
  },
  {
    command: 'receipt check',
    run: async (told) => {
      await both(told, ['receipt', 'check', 'out/receipt.json']);
      await told.tell(['receipt', 'check', '-'], { stdin: 'no receipt' });
    },
  },
  {
    command: 'claims list',
    run: (told) =>
      each(told, [
        ['claims', 'list'],
        ['claims', 'list', '--limit', '3'],
        ['claims', 'list', '--as-of', '2019-06-01'],
        ['claims', 'list', '--as-of', '2026-06-01', '--known-at', '2100-01-01'],
        ['claims', 'list', '--known-at', '2020-01-01'],
        ...SUBJECTS.map((subject) => ['claims', 'list', '--subject', subject]),
        ...['projects/gateway.md', 'people/diary.md', 'plans/2026.md'].map((note) => [
          'claims',
          'list',
          '--note',
          note,
        ]),
        ...['current', 'superseded', 'stale', 'contested', 'retracted'].map((status) => [
          'claims',
          'list',
          '--status',
          status,
        ]),
        ...['projects', 'people', 'plans'].map((region) => ['claims', 'list', '--region', region]),
      ]),
  },
  {
    command: 'claims show',
    run: async (told) => {
      for (const id of [...(await told.secretIds()), ...(await told.openIds()), 'zzzzzzzzzzzzzzzz'])
        await both(told, ['claims', 'show', id]);
    },
  },
  {
    command: 'show',
    run: (told) =>
      each(told, [
        ...['projects/gateway.md', 'projects/oncall.md', 'people/diary.md', 'people/ann.md'].flatMap(
          (path) => [
            ['show', path],
            ['show', `${path}:6`],
          ],
        ),
        ['show', 'no.md:1'],
      ]),
  },
  {
    command: 'entities merge',
    run: (told) => each(told, [['entities', 'merge', 'Gateway', 'Nobody', '--in', 'nowhere/'], ['entities']]),
  },
  {
    command: 'entities split',
    run: (told) => each(told, [['entities', 'split', 'Gateway', 'Nobody', '--in', 'nowhere/'], ['entities']]),
  },
  {
    command: 'claims history',
    run: async (told) => {
      for (const id of [...(await told.secretIds()), ...(await told.openIds()), 'zzzzzzzzzzzzzzzz'])
        await both(told, ['claims', 'history', id]);
    },
  },
  {
    command: 'claims extract',
    run: (told) =>
      each(
        told,
        [
          'projects/gateway.md',
          'projects/oncall.md',
          'people/diary.md',
          'people/ann.md',
          'plans/2027.md',
        ].map((note) => ['claims', 'extract', '--note', note]),
      ),
  },
  {
    command: 'timeline',
    run: (told) =>
      each(
        told,
        SUBJECTS.map((subject) => ['timeline', subject]),
      ),
  },
  {
    command: 'contradictions',
    run: (told) =>
      each(told, [
        ['contradictions'],
        ...SUBJECTS.map((subject) => ['contradictions', '--subject', subject]),
      ]),
  },
  {
    command: 'contradictions acknowledge',
    run: async (told) => {
      const [secret = ''] = await told.secretIds();
      await both(told, ['contradictions', 'acknowledge', '0f1e2d3c4b5a6978', '--reason', 'two sites']);
      await both(told, ['contradictions', 'acknowledge', secret]);
    },
  },
  {
    command: 'contradictions resolve',
    run: async (told) => {
      for (const id of (await told.secretIds()).slice(0, 3))
        await both(told, ['contradictions', 'resolve', '0f1e2d3c4b5a6978', id]);
    },
  },
  {
    command: 'stale revalidate',
    run: async (told) => {
      for (const id of [...(await told.secretIds()).slice(0, 3), ...(await told.openIds()).slice(0, 2)])
        await both(told, ['stale', 'revalidate', id, '--reason', 'checked']);
    },
  },
  {
    command: 'team login',
    run: (told) =>
      each(told, [
        ['team', 'login'],
        ['team', 'login', '--forget'],
      ]),
  },
];

const OWN = new Set([...OWN_CASES, ...UPKEEP_CASES].map(({ command }) => command));
/**
 * A row without its own case uses its example. A row that needs a stop, input or a person must have a case.
 */
const EXAMPLES: readonly OracleCase[] = COMMANDS.filter(
  ({ name, needs }) => !OWN.has(name) && (needs === undefined || needs === 'a database'),
).map((spec) => ({
  command: spec.name,
  run: (told) => both(told, exampleArgs(spec, told.vault)),
}));

/** Every command of the table at least once. */
export const ORACLE_CASES: readonly OracleCase[] = [...OWN_CASES, ...EXAMPLES, ...UPKEEP_CASES];
