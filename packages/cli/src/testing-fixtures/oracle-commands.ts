import { setTimeout as wait } from 'node:timers/promises';
import type { ToldVault } from './open-told-vault.ts';
import { CONVERSATION_CASES } from './oracle-conversations.ts';
import { both, citing, each, GUESSES, running, SUBJECTS } from './run-oracle-case.ts';

/** What is typed to find out something of a secret claim, in the order it is run. Each is run as text and with `--json`. */
export interface OracleCase {
  /** The command that it is a case of; the completeness test reads these. */
  readonly command: string;
  readonly run: (told: ToldVault) => Promise<unknown>;
}

/** Every command of the table at least once. */
export const ORACLE_CASES: readonly OracleCase[] = [
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
  { command: 'stale', run: (told) => both(told, ['stale']) },
  {
    command: 'stale revalidate',
    run: async (told) => {
      for (const id of [...(await told.secretIds()).slice(0, 3), ...(await told.openIds()).slice(0, 2)])
        await both(told, ['stale', 'revalidate', id, '--reason', 'checked']);
    },
  },
  { command: 'decisions', run: (told) => both(told, ['decisions']) },
  {
    command: 'challenge',
    run: (told) =>
      each(told, [
        ['challenge', '--dry-run'],
        ['challenge'],
        ['challenge', '--all'],
        ['challenge', '--region', 'projects'],
      ]),
  },
  {
    command: 'challenge acknowledge',
    run: async (told) => {
      const { stdout } = await told.tell(['challenge', '--all', '--json']);
      const { items = [] } = JSON.parse(stdout) as { items?: { id: string }[] };
      for (const { id } of items.slice(0, 2))
        await both(told, ['challenge', 'acknowledge', id, '--reason', 'seen']);
      await both(told, ['challenge', 'acknowledge', '0f1e2d3c4b5a6978']);
    },
  },
  {
    command: 'consolidate',
    run: (told) =>
      each(told, [
        ['consolidate', '--dry-run', '--all'],
        ['consolidate', '--region', 'projects', '--yes'],
        ['consolidate', '--all', '--yes'],
      ]),
  },
  {
    command: 'notes autofill',
    run: (told) =>
      each(told, [
        ['notes', 'autofill'],
        ['notes', 'autofill', '--note', 'people/diary.md'],
        ['notes', 'autofill', '--note', 'nothing.md'],
      ]),
  },
  {
    command: 'privacy audit',
    run: (told) =>
      each(told, [
        ['privacy', 'audit'],
        ['privacy', 'audit', '--question', 'What is the gateway pin?'],
      ]),
  },
  {
    command: 'privacy feedback',
    run: (told) =>
      each(told, [
        ['privacy', 'use'],
        ['privacy', 'use', '--reset'],
      ]),
  },
  {
    command: 'doctor',
    run: (told) => each(told, [['doctor'], ['doctor', '--repair']]),
  },
  {
    command: 'setup',
    run: (told) =>
      each(told, [
        ['setup', '--dry-run'],
        ['setup', '--yes'],
        ['setup', '--remove', '--yes'],
      ]),
  },
  {
    command: 'trust',
    run: (told) => each(told, [['trust'], ['trust', '--refuse']]),
  },
  {
    command: 'report',
    run: async (told) => {
      await told.tell(['report', '--output', 'out/report.html', '--json'], {}, ['out/report.html']);
      await told.tell(['report', '--share', '--output', 'out/shared.html', '--max-nodes', '3'], {}, [
        'out/shared.html',
      ]);
    },
  },
  { command: 'export', run: (told) => each(told, [['export'], ['export', '--public']]) },
  {
    command: 'backup',
    run: (told) => told.tell(['backup', 'out/copy.db', '--json']),
  },
  {
    command: 'restore',
    run: (told) =>
      each(told, [
        ['restore', 'out/copy.db'],
        ['restore', 'out/none.db'],
      ]),
  },
  { command: 'completion', run: (told) => told.tell(['completion', 'bash']) },
  { command: 'schedule', run: (told) => both(told, ['schedule', 'cron']) },
  // A vault of its own: it reads nothing of this one.
  { command: 'demo', run: (told) => told.tell(['demo', '--json']) },
  // The server is driven whole by the oracle suite of @memora/mcp.
  {
    command: 'serve',
    run: (told) =>
      each(told, [
        ['serve', '--http', '99999'],
        ['serve', '--token-file', 'x'],
      ]),
  },
  {
    command: 'watch',
    run: (told) =>
      running(told, ['watch', '--json'], async () => {
        await wait(2_000);
      }),
  },
  ...CONVERSATION_CASES,
  {
    command: 'capture',
    run: async (told) => {
      await both(told, ['capture', 'The gateway pin is 4711 since 1987-06-05.', '--region', 'inbox']);
      await both(told, [
        'capture',
        'The gateway pin is 4711 since 1987-06-05.',
        '--region',
        'inbox',
        '--privacy',
        'secret',
      ]);
      await both(told, [
        'capture',
        'Ada Lovelace owns the gateway.',
        '--region',
        'projects',
        '--summary',
        'Ferry',
      ]);
      await each(told, [
        ['index'],
        ['contradictions'],
        ['challenge', '--all'],
        ['claims', 'list'],
        ['query', 'What is the gateway pin?'],
      ]);
    },
  },
  {
    command: 'claims forget',
    run: async (told) => {
      const [secret = '', other = ''] = await told.secretIds();
      const [open = ''] = await told.openIds();
      await both(told, ['claims', 'forget', secret, '--dry-run']);
      await both(told, ['claims', 'forget', open, '--dry-run']);
      await both(told, ['claims', 'forget', other, '--reason', 'wrong']);
      await both(told, ['claims', 'forget', open, '--reason', 'wrong']);
      await both(told, ['index', '--full']);
    },
  },
  {
    command: 'privacy erase',
    run: async (told) => {
      const secret = await told.secretIds();
      for (const id of [...secret, ...(await told.openIds())])
        await both(told, ['privacy', 'erase', id, '--dry-run']);
      for (const target of [
        'projects/gateway.md',
        'people/diary.md',
        'gateway',
        'thimble',
        'diary-1',
        'https://example.org/a',
        'https://example.org/b',
        'nothing',
      ])
        await both(told, ['privacy', 'erase', target, '--dry-run']);
      await both(told, ['privacy', 'erase', secret.at(-1) ?? '']);
      await both(told, ['privacy', 'erase', 'plans/2026.md']);
      await each(told, [
        ['index', '--full'],
        ['claims', 'list'],
      ]);
    },
  },
  {
    command: 'key rotate',
    run: async (told) => {
      await both(told, ['key', 'rotate']);
      await each(told, [['index', '--full'], ['claims', 'list'], ['doctor']]);
    },
  },
];
