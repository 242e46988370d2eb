/** `drive-attacks.ts VAULT CONFIG FOLDER`: ingests every file of a folder, and prints each result as a line of JSON. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openVault } from '@memora/vault';
import { openIngester } from '../again/open-ingester.ts';

const [root = '', configDir = '', folder = ''] = process.argv.slice(2);
await using ingester = await openIngester(await openVault(root), { configDir });
for (const name of readdirSync(folder).sort()) {
  const begun = Date.now();
  const source = { kind: 'file', path: join(folder, name) } as const;
  for await (const { status, path, error } of ingester.ingest(source, {
    limits: { ms: 20_000, megabytes: 512 },
  })) {
    const told = error === null ? {} : { code: error.code, message: error.message, hint: error.hint };
    console.log(JSON.stringify({ name, status, path, ms: Date.now() - begun, ...told }));
  }
}
