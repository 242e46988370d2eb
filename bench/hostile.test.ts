import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexVault, openClaimStore } from '@memora/claims';
import { fingerprint } from '@memora/core';
import { createLexicalIndex } from '@memora/retrieval';
import { openVault } from '@memora/vault';
import { expect, test } from 'vitest';
import { shapes } from './hostile-runs/shapes.ts';

/** Enough that what costs the cube of a length comes to no end here; `bench hostile` prints what a megabyte of each costs. */
const BYTES = 8_000;

test('a vault of every hostile shape is indexed whole: no failure, every span hashes to its fingerprint', async () => {
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
    for (const { notePath, fingerprint: stored, span } of (await store.listClaims({ limit: 1_000_000 }))
      .claims) {
      if (stored === null) continue;
      const bytes = readFileSync(join(root, notePath)).subarray(span.start, span.end);
      if (fingerprint(bytes) !== stored) broken.add(notePath);
    }
    expect([...broken]).toEqual([]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test('the text that is stored for a note is a bounded number of times the note', async () => {
  const root = mkdtempSync(join(tmpdir(), 'memora-hostile-'));
  try {
    const vault = await openVault(root);
    for (const [name, make] of Object.entries(shapes)) {
      writeFileSync(join(root, 'note.md'), make(BYTES));
      await using store = await openClaimStore({ path: ':memory:', indexes: [] });
      await indexVault({ vault, store });
      const { claims } = await store.listClaims({ limit: 1_000_000 });
      const stored = claims.reduce((sum, { span }) => sum + span.end - span.start, 0);
      expect([name, stored <= 64 * BYTES]).toEqual([name, true]);
    }
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
