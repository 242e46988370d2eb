import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { pathOf } from '@memora/privacy/files';
import { expect, it } from 'vitest';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';
import { findGenerated } from './clean-generated.ts';

/** Files and folders that are opened during a call. */
function countOpened(act: () => void): number {
  const { openSync } = fs;
  let opened = 0;
  fs.openSync = (...given: Parameters<typeof openSync>) => {
    opened++;
    return openSync(...given);
  };
  syncBuiltinESMExports();
  try {
    act();
    return opened;
  } finally {
    fs.openSync = openSync;
    syncBuiltinESMExports();
  }
}

it('finds pages in folders of any depth, at a cost that does not grow with how deep they lie', async () => {
  const counts: number[] = [];
  for (const depth of [20, 200]) {
    await using vault = await setupVault({
      'a.md': '# A\n',
      [`${'d/'.repeat(depth)}_index.md`]: '# Index\n',
    });
    counts.push(
      countOpened(() => {
        const found = findGenerated(vault.root).map(pathOf);
        expect(found).toEqual([join(vault.root, ...new Array(depth).fill('d'), '_index.md')]);
      }),
    );
  }
  expect(counts[1]).toBe(counts[0]);
});
