import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClaimId } from '@memora/core';
import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRetriever } from '../create-retriever.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';
import { openFeedbackStore, type UsedClaim } from './open-feedback-store.ts';

const DAY = 24 * 3_600_000;
const open = (id: string): UsedClaim => ({ id: id as ClaimId, band: 'private' });
const secret = (id: string): UsedClaim => ({ id: id as ClaimId, band: 'secret' });

function setup() {
  let clock = Date.parse('2026-01-01T00:00:00Z');
  const use = openFeedbackStore({ path: ':memory:', now: () => clock });
  return {
    use,
    wait: (time: number) => {
      clock += time;
    },
    strength: (a: string, b: string) =>
      use.companionsOf([a as ClaimId]).find(({ to }) => to === b)?.strength ?? 0,
  };
}

describe('claims used together', () => {
  test('are those of two answers one after the other, in both directions', () => {
    const { use, strength } = setup();
    use.record([open('a')]);
    use.record([open('b')]);
    expect(strength('a', 'b')).toBeGreaterThan(0.5);
    expect(strength('b', 'a')).toBe(strength('a', 'b'));
  });

  test('are not those of two sessions', () => {
    const { use, wait } = setup();
    use.record([open('a')]);
    wait(DAY);
    use.record([open('b')]);
    expect(use.size()).toBe(0);
  });

  test('are those of one answer only where its writer chose them: rank alone teaches rank nothing', () => {
    const { use, strength } = setup();
    use.record([open('a'), open('b')]);
    expect(use.size()).toBe(0);
    use.record([open('c'), open('d')], { chosen: true });
    expect(strength('c', 'd')).toBeGreaterThan(0.5);
  });

  test('are never secret', () => {
    const { use } = setup();
    use.record([secret('a'), open('b')], { chosen: true });
    use.record([secret('c')]);
    expect(use.size()).toBe(0);
    use.record([open('d')]);
    expect(use.ids()).toEqual(['b', 'd']);
  });

  test('belong together more the oftener they are used, and less the longer others are', () => {
    const { use, wait, strength } = setup();
    const together = (a: string, b: string) => use.record([open(a), open(b)], { chosen: true });
    together('a', 'b');
    const once = strength('a', 'b');
    together('a', 'b');
    const twice = strength('a', 'b');
    expect(twice).toBeGreaterThan(once);
    wait(365 * DAY);
    expect(strength('a', 'b')).toBe(twice);
    together('c', 'd');
    expect(strength('a', 'b')).toBeLessThan(once);
    wait(3650 * DAY);
    together('a', 'e');
    expect(strength('a', 'b')).toBe(0);
  });

  test('stay few for each claim, and each strength stays between 0 and 1', () => {
    const ids = fc.integer({ min: 0, max: 60 }).map((i) => open(`c${i}`));
    fc.assert(
      fc.property(fc.array(fc.array(ids, { maxLength: 8 }), { maxLength: 40 }), (answers) => {
        const { use } = setup();
        for (const cited of answers) use.record(cited, { chosen: true });
        const all = use.ids();
        expect(use.size()).toBeLessThanOrEqual(all.length * 32);
        for (const id of all) expect(use.companionsOf([id]).length).toBeLessThanOrEqual(4);
        for (const { from, to, strength } of use.companionsOf(all)) {
          expect(from).not.toBe(to);
          expect(strength).toBeGreaterThan(0);
          expect(strength).toBeLessThan(1);
        }
      }),
      { numRuns: sampleOf(25) },
    );
  });

  test('are unlearned one by one or all at once', () => {
    const { use } = setup();
    use.record([open('a'), open('b'), open('c')], { chosen: true });
    use.forget(['a' as ClaimId]);
    expect(use.ids()).toEqual(['b', 'c']);
    expect(use.reset()).toBe(1);
    expect([use.size(), use.ids()]).toEqual([0, []]);
    use.record([open('z')]);
    expect(use.size()).toBe(0);
  });
});

describe('the file', () => {
  test('serves two processes at once, and after a reset nothing of what was learned is in it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'memora-use-'));
    const path = join(folder, 'deeper', 'use.db');
    {
      using one = openFeedbackStore({ path });
      using other = openFeedbackStore({ path });
      expect(statSync(path).mode & 0o777).toBe(0o600);
      one.record([open('aaaaaaaaaaaaaaaa'), open('bbbbbbbbbbbbbbbb')], { chosen: true });
      other.record([open('aaaaaaaaaaaaaaaa'), open('bbbbbbbbbbbbbbbb')], { chosen: true });
      expect(other.companionsOf(['aaaaaaaaaaaaaaaa' as ClaimId])).toEqual(
        one.companionsOf(['aaaaaaaaaaaaaaaa' as ClaimId]),
      );
      expect(one.reset()).toBe(1);
      expect(other.size()).toBe(0);
    }
    expect(readFileSync(path).includes('aaaaaaaa')).toBe(false);
    rmSync(folder, { recursive: true });
  });
});

describe('a question over two notes that nothing written joins', () => {
  const notes = {
    'kestrel.md': '# Kestrel\n\nKestrel is run from desk 14.\n',
    'heron.md': '# Heron\n\nHeron is run from desk 15.\n',
    'people/maren.md': '---\nprivacy: private\n---\n# Maren\n\nMaren can be reached on extension 471108.\n',
    'people/tomas.md': '# Tomas\n\nTomas can be reached on extension 4712.\n',
  };

  test('is answered after somebody asked for the one and then for the other, and no more after a reset', async () => {
    await using v = await setupVault(notes);
    using use = openFeedbackStore({ path: ':memory:' });
    const retriever = createRetriever({ store: v.store, use });
    const reaches = async (options = {}) =>
      (await retriever.query('whoever runs Kestrel', options)).hits.find(({ snippet }) =>
        /471108/.test(snippet),
      );
    expect(await reaches()).toBeUndefined();
    for (const question of ['from which desk is Kestrel run', 'on which extension is Maren'])
      use.record((await retriever.query(question, { k: 1 })).hits.map(({ claim }) => claim));
    const hit = await reaches();
    expect(hit?.why.legs).toEqual(['graph']);
    expect(hit?.why.path).toHaveLength(2);
    expect(await reaches({ bands: ['public'] })).toBeUndefined();
    expect(await reaches({ region: 'elsewhere' })).toBeUndefined();
    use.reset();
    expect(await reaches()).toBeUndefined();
  });

  test('is answered by nothing that is gone', async () => {
    await using v = await setupVault(notes);
    using use = openFeedbackStore({ path: ':memory:' });
    const retriever = createRetriever({ store: v.store, use });
    for (const question of ['from which desk is Kestrel run', 'on which extension is Maren'])
      use.record((await retriever.query(question, { k: 1 })).hits.map(({ claim }) => claim));
    v.remove('people/maren.md');
    await v.index();
    const { hits } = await retriever.query('whoever runs Kestrel');
    expect(hits.some(({ snippet }) => /471108/.test(snippet))).toBe(false);
  });
});
