import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openVault } from './open-vault.ts';
import { checkNote } from './testing-fixtures/check-note.ts';

const data = process.env['MEMORA_TEST_DATA'] ?? join(import.meta.dirname, '../../../../shared/data');
const vaults = join(data, 'vaults');

it.skipIf(!existsSync(vaults))(
  `reads every note of the real vaults, each segment's bytes decode to its text and no prose byte is in none (needs ${vaults})`,
  async () => {
    const vault = await openVault(vaults);
    let notes = 0;
    for await (const entry of vault.scan()) {
      expect(entry.error).toBeUndefined();
      const bytes = await vault.readNote(entry.path);
      checkNote(bytes);
      notes++;
    }
    expect(notes).toBeGreaterThan(1000);
  },
);
