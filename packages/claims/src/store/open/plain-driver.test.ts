import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { openClaimStore } from '../sqlite-claim-store.ts';

const fixture = (name: string) => fileURLToPath(new URL(`../../testing-fixtures/${name}`, import.meta.url));

it('indexes by node:sqlite where better-sqlite3 has no native part for this runtime', async () => {
  const root = mkdtempSync(join(tmpdir(), 'memora-no-native-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFileSync(join(root, 'a.md'), 'Drift uses JSON.\n');
  const path = join(root, '.memora', 'memora.db');
  const printed = execFileSync(
    process.execPath,
    [
      '--require',
      fixture('without-native.cjs'),
      '--conditions=memora-source',
      fixture('index-child.ts'),
      root,
      path,
    ],
    { encoding: 'utf8' },
  );
  expect(printed).toBe('open\ndone\n');
  await using store = await openClaimStore({ path, readonly: true });
  expect((await store.listClaims()).claims.map(({ subject }) => subject)).toEqual(['Drift']);
});
