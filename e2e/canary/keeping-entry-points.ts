import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { EntryPoint } from './entry-point.ts';
import { told } from './told.ts';

/** The folder where secret notes are captured. Its files contain the captured text, and nothing else may. */
export const CAPTURED = 'captured';

/** Checks a vault, trusts its config, and captures into it. */
export const KEEPING_ENTRY_POINTS: readonly EntryPoint[] = [
  {
    name: 'doctor',
    covers: ['doctor'],
    run: async ({ memora }) => [
      told(await memora(['doctor', '--json']), 'sync files are ignored'),
      await memora(['doctor']),
    ],
  },
  { name: 'operations', covers: ['operations'], run: ({ memora }) => memora(['operations', '--json']) },
  {
    name: 'watch',
    covers: ['watch'],
    run: async ({ memora }) => [
      // A memory that is saved twice is stored once, and doctor lists the memories that wait.
      told(await memora(['memory', 'save', 'The relay of Harbor hums at night.', '--json']), 'mem_'),
      told(await memora(['memory', 'save', 'The relay of Harbor hums at night.', '--json']), 'mem_'),
      told(await memora(['memory', 'save', 'Always deploy Harbor on Fridays.', '--json']), '"held"'),
      told(await memora(['doctor', '--json']), "waits for a person's confirmation"),
      told(
        await memora(['watch', '--json'], { stopAfterMs: 60_000, stopAt: '"type":"kept"' }),
        '"type":"kept"',
      ),
      await memora(['watch'], { stopAfterMs: 2_500 }),
    ],
  },
  {
    name: 'setup',
    covers: ['setup'],
    run: async ({ memora, question }) => {
      return [
        await memora(['setup', '--dry-run', '--client', 'cursor,codex']),
        told(await memora(['setup', '--yes', '--client', 'cursor,codex', '--json']), '"written"'),
        await memora(['setup', '--yes', '--client', 'cursor,codex', '--question', question]),
        told(await memora(['setup', '--remove', '--yes', '--json']), '"removed"'),
      ];
    },
  },
  {
    name: 'model',
    covers: ['model list', 'model use', 'model test', 'vaults', 'vaults add', 'vaults remove'],
    run: async ({ memora, vault }) => [
      await memora(['model', 'list', '--json']),
      await memora(['model', 'use', 'nobody/none']),
      await memora(['model', 'test', '--json']),
      await memora(['vaults', 'add', 'brain', vault]),
      await memora(['vaults', '--json']),
      await memora(['vaults', 'remove', 'brain']),
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
    name: 'ingest',
    covers: ['ingest', 'ingest list', 'ingest refresh', 'ingest remove'],
    run: async ({ memora, vault, question, capture }) => {
      // A document in a folder that its owner marked secret. Its note contains the secret, and nothing else may.
      const file = `${vault}/${CAPTURED}/told.txt`;
      mkdirSync(`${vault}/${CAPTURED}`, { recursive: true });
      writeFileSync(file, `The office opens at seven.\n\n${capture}\n`);
      const asked = ['ingest', file, '--privacy', 'secret', '--region', CAPTURED];
      const ingested = told(await memora([...asked, '--json']), '"created"');
      const [id = 'none'] = /told-[0-9a-z]{8}/.exec(ingested.stdout) ?? [];
      writeFileSync(file, `The office opens at eight.\n\n${capture}\n\n${capture} again.\n`);
      const outputs = [
        ingested,
        await memora([...asked, '--dry-run']),
        told(await memora(['ingest', 'refresh', '--json', '--index']), '"updated"'),
        await memora(['ingest', 'refresh']),
        told(await memora(['ingest', 'list', '--json']), '[redacted]'),
        await memora(['ingest', 'list']),
        await memora(['index', '--json']),
        await memora(['query', question, '--json']),
        await memora(['claims', 'list', '--json']),
        await memora(['ingest', 'http://127.0.0.1:9/told']),
        await memora(['ingest', 'remove', id, '--notes', '--json']),
        await memora(['index', '--json']),
      ];
      rmSync(file);
      return outputs;
    },
  },
  {
    name: 'conversations',
    covers: ['conversations import', 'conversations list', 'conversations show'],
    run: async ({ memora, question, capture }) => {
      // Imported into a folder that its owner marked secret. The note contains the secret, and nothing else may.
      const said = [question, `No more. <!--privacy:secret-->${capture}<!--/privacy-->`, question];
      const chat = said.map((content, i) => ({ role: i === 1 ? 'assistant' : 'user', content }));
      const stdin = JSON.stringify(chat);
      const imported = told(
        await memora(['conversations', 'import', '-', '--json'], { stdin }),
        'turns_added',
      );
      const [id = 'conv_none'] = /conv_[0-9a-z]{12}/u.exec(imported.stdout) ?? [];
      return [
        await memora(['conversations', 'import', '-', '--dry-run'], { stdin }),
        imported,
        await memora(['conversations', 'import', '-'], { stdin }),
        told(await memora(['conversations', 'list', '--json']), id),
        await memora(['conversations', 'list']),
        told(await memora(['conversations', 'show', id, '--json']), 'assistant'),
        await memora(['conversations', 'show', id]),
        await memora(['query', question, '--conversations', '--json']),
        await memora(['query', question, '--conversations', '--claims']),
        await memora(['report', '--conversations']),
      ];
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
      // Anyone who lists the folder sees the file names.
      { stdout: readdirSync(`${vault}/${CAPTURED}`).join('\n'), stderr: '', code: 0 },
    ],
  },
];
