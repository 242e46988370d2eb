import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { EntryPoint, Outputs } from './entry-point.ts';

/** Where secret notes are captured: their files hold what was captured, and nothing else does. */
export const CAPTURED = 'captured';

/** Outputs that say what the entry point is there for: without it nothing would be proved. */
function told(outputs: Outputs, ...words: readonly string[]): Outputs {
  const missing = words.filter((word) => !outputs.stdout.includes(word));
  if (missing.length > 0) throw new Error(`not told: ${missing.join(', ')}`);
  return outputs;
}

/** Checking a vault, trusting its config, and capturing into it. */
export const KEEPING_ENTRY_POINTS: readonly EntryPoint[] = [
  {
    name: 'doctor',
    covers: ['doctor'],
    run: async ({ memora }) => [
      told(await memora(['doctor', '--json']), 'sync files are ignored'),
      await memora(['doctor']),
    ],
  },
  {
    name: 'trust',
    covers: ['trust'],
    run: async ({ memora, vault }) => {
      writeFileSync(
        `${vault}/.memora/config.toml`,
        '[llm]\nprovider = "ollama"\nendpoint = "http://127.0.0.1:9/v1"\n',
      );
      const shown = told(await memora(['trust', '--json']), 'llm.endpoint');
      const all = [
        shown,
        await memora(['trust']),
        await memora(['index', '--json']),
        await memora(['trust', '--refuse']),
      ];
      writeFileSync(`${vault}/.memora/config.toml`, '');
      return all;
    },
  },
  {
    name: 'key rotate',
    covers: ['key rotate'],
    run: async ({ memora }) => [
      await memora(['key', 'rotate', '--json']),
      await memora(['key', 'rotate']),
      await memora(['index', '--json']),
    ],
  },
  {
    name: 'encryption on and off',
    covers: [],
    run: async ({ memora, vault }) => {
      const encrypted = { env: { MEMORA_PRIVACY_ENCRYPT_DATABASE: 'true' } };
      const on = [
        await memora(['index', '--json'], encrypted),
        await memora(['query', 'Who drinks tea?', '--json'], encrypted),
        await memora(['backup', `${vault}/.memora/encrypted.db`, '--json'], encrypted),
        await memora(['doctor', '--json'], encrypted),
      ];
      // The packed command has no cipher beside it, and says so; the built one of the workspace has.
      if (on.some(({ stdout }) => stdout.includes('CIPHERS_NOT_INSTALLED'))) return on;
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
  {
    name: 'capture',
    covers: ['capture'],
    run: async ({ memora, vault, capture }) => [
      await memora(['capture', 'Ida drinks tea at noon.', '--region', 'semantic', '--json']),
      await memora(['capture', capture, '--region', CAPTURED, '--privacy', 'secret', '--json']),
      await memora(
        ['capture', '--region', CAPTURED, '--privacy', 'secret', '--summary', capture, '--tags', 'a'],
        {
          stdin: capture,
        },
      ),
      // Names of files are what whoever lists the folder sees.
      { stdout: readdirSync(`${vault}/${CAPTURED}`).join('\n'), stderr: '', code: 0 },
    ],
  },
];
