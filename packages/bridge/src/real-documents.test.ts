import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readStore } from './read-store.ts';

const data = process.env['MEMORA_TEST_DATA'] ?? join(import.meta.dirname, '../../../../shared/data');
const vaults = join(data, 'vaults');
/** All of them: `MEMORA_TEST_WHOLE=1`. */
const isWhole = process.env['MEMORA_TEST_WHOLE'] === '1';

it.skipIf(!existsSync(vaults))(
  `reads documents of real folders as files of instructions, each memory from its own bytes (needs ${vaults})`,
  async () => {
    const entries = await readdir(vaults, { recursive: true, withFileTypes: true });
    const all = entries.filter((entry) => entry.isFile() && /\.md$/iu.test(entry.name));
    expect(all.length).toBeGreaterThan(1000);
    const documents = all.filter((_, i) => isWhole || i % 20 === 0);
    let memories = 0;
    const faults: string[] = [];
    for (const { parentPath, name } of documents) {
      const bytes = await readFile(join(parentPath, name));
      for await (const each of readStore(bytes, { name: 'CLAUDE.md' })) {
        if ('problem' in each) faults.push(`${name}: ${each.problem}`);
        else {
          memories++;
          const { start, end } = each.span;
          if (each.provider !== 'instructions') faults.push(`${name}: ${each.provider}`);
          const own = bytes.subarray(start, end).toString();
          const first = /[\p{L}\p{N}]{3,}/u.exec(each.text)?.[0] ?? '';
          if (start >= end || end > bytes.length || !own.includes(first)) faults.push(`${name}: ${start}`);
        }
      }
    }
    expect(faults).toEqual([]);
    expect(memories).toBeGreaterThan(documents.length);
  },
);
