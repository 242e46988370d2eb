import { everyNth } from '@memora/testing-fixtures/every-nth';
import type { OracleCase } from './oracle-commands.ts';
import { CONVERSATION_CASES } from './oracle-conversations.ts';
import { both, each, runUntil } from './run-oracle-case.ts';

/** The commands that maintain, change or watch a vault; they run after the questions. */
export const UPKEEP_CASES: readonly OracleCase[] = [
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
        ['privacy', 'feedback'],
        ['privacy', 'feedback', '--reset'],
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
  { command: 'vaults add', run: (told) => each(told, [['vaults', 'add', 'brain', 'nowhere']]) },
  { command: 'vaults remove', run: (told) => each(told, [['vaults', 'remove', 'nobody']]) },
  { command: 'model use', run: (told) => each(told, [['model', 'use', 'nobody/none']]) },
  // Without a model, it reads no note of the vault.
  { command: 'model test', run: (told) => each(told, [['model', 'test', '--set', 'llm.provider=none']]) },
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
  // It uses a separate vault and reads nothing of this one.
  { command: 'demo', run: (told) => told.tell(['demo', '--json']) },
  // The oracle suite of @memora/mcp covers the whole server.
  {
    command: 'serve',
    run: (told) =>
      each(told, [
        ['serve', '--http', '99999'],
        ['serve', '--token-file', 'x'],
      ]),
  },
  {
    command: 'open',
    run: (told) => runUntil(told, ['open', '--no-browser', '--json'], '127.0.0.1'),
  },
  {
    command: 'watch',
    run: (told) => runUntil(told, ['watch', '--json'], '"type":"challenged"'),
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
      await told.settleTimes();
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
      const named = [
        'projects/gateway.md',
        'people/diary.md',
        'gateway',
        'thimble',
        'diary-1',
        'https://example.org/a',
        'https://example.org/b',
        'nothing',
      ];
      // Every secret claim, and some of the others; all of them with `MEMORA_TEST_WHOLE=1`.
      await each(
        told,
        [...secret, ...everyNth(await told.openIds(), 10), ...named].map((target) => [
          ...['privacy', 'erase', target, '--dry-run'],
        ]),
      );
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
