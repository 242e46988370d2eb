import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openVault } from '../open-vault.ts';

it.each([
  ['a secret note', 0o000, { privacy: 'secret', body: 'The code is kestrel.' }, 0o600],
  [
    'a note with a secret part',
    0o000,
    { body: 'Her <!--privacy:secret-->code is kestrel<!--/privacy-->.' },
    0o600,
  ],
  ['a note with half a marker', 0o022, { body: 'Her <!--privacy:secret-->code is kestrel.' }, 0o600],
  ['an open note', 0o022, { body: 'The pump runs at 40 bar.' }, 0o644],
  ['an open note', 0o077, { body: 'The pump runs at 40 bar.' }, 0o600],
  ['a secret note', 0o277, { privacy: 'secret', body: 'The code is kestrel.' }, 0o400],
] as const)('%s under umask %o has the mode that it needs and no wider', async (_, umask, note, mode) => {
  const root = mkdtempSync(join(tmpdir(), 'memora-mode-'));
  const before = process.umask(umask);
  try {
    const vault = await openVault(root);
    const { path } = await vault.captureNote({ summary: 'A note', ...note });
    expect(statSync(join(root, path)).mode & 0o777).toBe(mode);
  } finally {
    process.umask(before);
    rmSync(root, { recursive: true, force: true });
  }
});
