import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { EntryPoint } from './entry-point.ts';

/** Operations on an existing database, and data that a client receives without asking. These come last, because a damaged copy remains. */
export const DATABASE_ENTRY_POINTS: readonly EntryPoint[] = [
  {
    name: 'MCP completions and notifications',
    covers: [],
    run: ({ mcp, claimIds, capture }) => {
      const call = (name: string, args: Record<string, unknown>) => ({
        method: 'tools/call',
        params: { name, arguments: args },
      });
      const complete = (uri: string, name: string, value: string) => ({
        method: 'completion/complete',
        params: { ref: { type: 'ref/resource', uri }, argument: { name, value } },
      });
      return mcp([
        ...['', 'i', 'v', capture.slice(0, 4)].flatMap((value) => [
          complete('memora://note/{id}', 'id', value),
          complete('memora://claim/{id}', 'id', value),
          {
            method: 'completion/complete',
            params: {
              ref: { type: 'ref/prompt', name: 'ask_with_citations' },
              argument: { name: 'question', value },
            },
          },
        ]),
        ...['memora://world-map', 'memora://note/vault-secret', 'memora://note/ida-note'].map((uri) => ({
          method: 'resources/subscribe',
          params: { uri },
        })),
        ...claimIds.slice(0, 4).map((id) => ({
          method: 'resources/subscribe',
          params: { uri: `memora://claim/${id}` },
        })),
        call('memora_capture', { region: 'captured', summary: capture, body: capture, privacy: 'secret' }),
        call('memora_consolidate', {}),
        { method: 'resources/list' },
      ]);
    },
  },
  {
    name: 'encryption on and off',
    covers: [],
    run: async ({ memora, vault }) => {
      const encrypted = { env: { MEMORA_PRIVACY_ENCRYPT_DATABASE: 'true' } };
      const on = [
        await memora(['index', '--json'], encrypted),
        await memora(['query', 'Who drinks tea?', '--json'], encrypted),
        await memora(['backup', `${vault}/.memora/copy.db.encrypted`, '--json'], encrypted),
        await memora(['doctor', '--json'], encrypted),
      ];
      // The packed command is installed without the cipher and reports that. The command built in the workspace has the cipher.
      if (on.some(({ stdout, stderr }) => `${stdout}${stderr}`.includes('CIPHERS_NOT_INSTALLED'))) return on;
      if (readFileSync(`${vault}/.memora/memora.db`).includes('SQLite format 3'))
        throw new Error('nothing was encrypted');
      return [...on, await memora(['index', '--json']), await memora(['index']), await memora(['doctor'])];
    },
  },
  {
    name: 'a damaged database is moved aside',
    covers: [],
    run: async ({ memora, vault }) => {
      const file = `${vault}/.memora/memora.db`;
      await memora(['index', '--json']);
      const size = statSync(file).size;
      writeFileSync(file, readFileSync(file).fill(7, 4_096, Math.min(size, 12_288)));
      const all = [
        await memora(['query', 'Who drinks tea?', '--json']),
        await memora(['doctor', '--json']),
        await memora(['doctor', '--repair', '--json']),
        await memora(['doctor']),
        await memora(['index']),
      ];
      if (!readdirSync(`${vault}/.memora`).some((name) => name.includes('.damaged-')))
        throw new Error('nothing was moved aside');
      return all;
    },
  },
];
