import { join } from 'node:path';
import type { HostileVault, Site } from './hostile-vault.ts';
import { putFile } from './put-file.ts';

const state = (
  name: string,
  files: (site: Site) => Readonly<Record<string, string | Uint8Array>>,
): HostileVault => ({
  name,
  part: 'ledgers and locks',
  spoil: (site) => {
    for (const [path, content] of Object.entries(files(site))) putFile(site, path, content);
  },
});

/** Ledgers, locks, logs and lists: all files in which a vault describes itself. */
export const LEDGER_VAULTS: readonly HostileVault[] = [
  state('lists of files that name those of the user', ({ outside }) => {
    const lines = ['profile', 'empty', 'folder/memora.db', 'folder/note.md', 'folder'].flatMap((name) =>
      ['backup', 'report', 'receipt', 'page'].map((kind) =>
        JSON.stringify({ kind, path: join(outside, name) }),
      ),
    );
    return { '.memora/written.jsonl': `${lines.join('\n')}\n` };
  }),
  state('pages, links and runs by absolute paths and ..', ({ outside }) => {
    const path = join(outside, 'profile');
    return {
      '.memora/consolidation.json': JSON.stringify({
        regions: { [outside]: { page: path, hash: 'x' } },
        pages: [path, '../outside/profile', '..\\outside\\profile', 'a\0b', '/etc/passwd'],
      }),
      '.memora/links.json': JSON.stringify({
        notes: { [path]: {}, '../outside/profile': {}, __proto__: {} },
      }),
      '.memora/schedule.json': JSON.stringify({ consolidation: path, challenger: '9999-99-99' }),
      '.memora/last_challenger.json': JSON.stringify({ report: path, items: [{ id: '../../x', path }] }),
      '.memora/challenger/2026-01-01T00-00-00.000Z.json': JSON.stringify({ items: [{ note: path }] }),
      '.memora/challenger/../../x.json': '{}',
    };
  }),
  state('a ledger of paths, zeros and lines without end', ({ outside }) => ({
    '_ledger.md': [
      '# Ledger\n',
      `- 2026-01-01 forget \`${join(outside, 'profile')}\` because of it`,
      '- 2026-01-01 forget `../outside/profile` \0\0\0',
      `- 2026-01-01 forget \`${'a'.repeat(500_000)}\``,
      `- 2026-01-01 erase [[${'['.repeat(20_000)}`,
      '- 2026-01-01T00:00:00Z **forget** claim:0000000000000000 \u001b]52;c;cHduZWQ=\u0007',
    ].join('\n'),
  })),
  state('a ledger of binary', () => ({ '_ledger.md': Buffer.alloc(300_000, 0x80) })),
  state('a ledger with a hundred thousand entries', () => ({
    '_ledger.md': `# Ledger\n\n${'- 2026-01-01 forget `0123456789abcdef` x\n'.repeat(100_000)}`,
  })),
  state('locks that name processes of the user', () => ({
    '.memora/watch.lock': JSON.stringify({
      pid: process.pid,
      host: 'elsewhere',
      startedAt: '2099-01-01T00:00:00Z',
    }),
    '.memora/maintain.lock': JSON.stringify({ pid: 1, since: 'never' }),
  })),
  state('locks that are no locks', () => ({
    '.memora/watch.lock': '-1',
    '.memora/maintain.lock': JSON.stringify({ pid: '$(touch pwned)', host: '\u001b[2J' }),
  })),
  state('a log of what left that is huge and false', () => ({
    '.memora/egress.jsonl':
      `${JSON.stringify({ at: 'never', to: '\u001b]0;x\u0007', path: '/etc/passwd' })}\n`.repeat(20_000),
    '.memora/egress.jsonl.1': '\0'.repeat(100_000),
  })),
  state('state that nests deeply', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    return Object.fromEntries(
      ['links', 'schedule', 'consolidation', 'last_challenger'].map((name) => [`.memora/${name}.json`, deep]),
    );
  }),
];
