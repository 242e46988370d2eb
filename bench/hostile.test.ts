import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexVault, openClaimStore } from '@memora/claims';
import { fingerprint } from '@memora/core';
import { createLexicalIndex } from '@memora/retrieval';
import { openVault } from '@memora/vault';
import { expect, test } from 'vitest';
import { shapes } from './hostile-runs/shapes.ts';

/** Long enough that cubic time would not finish here; `bench hostile` prints the cost of a megabyte of each. */
const BYTES = 8_000;

test('a vault of every hostile shape is indexed whole: no failure, every span hashes to its fingerprint, and what is stored is a bounded number of times the note', async () => {
  const root = mkdtempSync(join(tmpdir(), 'memora-hostile-'));
  try {
    const names = Object.keys(shapes);
    expect(names.length).toBeGreaterThanOrEqual(40);
    for (const [i, make] of Object.values(shapes).entries())
      writeFileSync(join(root, `n${i}.md`), make(BYTES));
    await using store = await openClaimStore({
      path: join(root, '.memora', 'memora.db'),
      indexes: [createLexicalIndex()],
    });
    const vault = await openVault(root);
    const report = await indexVault({ vault, store });
    expect(report.failures).toEqual([]);
    expect(report.changed).toBe(names.length);
    const broken = new Set<string>();
    const storedBytes = new Map<string, number>();
    for (const { notePath, fingerprint: stored, span } of (await store.listClaims({ limit: 1_000_000 }))
      .claims) {
      storedBytes.set(notePath, (storedBytes.get(notePath) ?? 0) + span.end - span.start);
      if (stored === null) continue;
      const bytes = readFileSync(join(root, notePath)).subarray(span.start, span.end);
      if (fingerprint(bytes) !== stored) broken.add(notePath);
    }
    expect([...broken]).toEqual([]);
    expect([...storedBytes].filter(([, bytes]) => bytes > 64 * BYTES)).toEqual([]);
    expect(storedBytes.size).toBeGreaterThan(20);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
