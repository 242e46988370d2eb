import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openVault } from './open-vault.ts';
import { parseNote } from './parse-note.ts';

const data = process.env['MEMORA_TEST_DATA'] ?? join(import.meta.dirname, '../../../../shared/data');
const vaults = join(data, 'vaults');

it.skipIf(!existsSync(vaults))(
  `reads every note of the real vaults, and each segment's bytes decode to its text (needs ${vaults})`,
  async () => {
    const vault = await openVault(vaults);
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    let notes = 0;
    for await (const entry of vault.scan()) {
      expect(entry.error).toBeUndefined();
      const bytes = await vault.readNote(entry.path);
      const note = parseNote(bytes, { path: entry.path });
      let end = 0;
      for (const { span, text } of note.segments) {
        const decoded = decoder.decode(bytes.subarray(span.start, span.end));
        if (span.start < end || decoded !== text)
          expect({ path: entry.path, span, decoded }).toEqual({ text, end });
        end = span.end;
      }
      notes++;
    }
    expect(notes).toBeGreaterThan(1000);
  },
);
