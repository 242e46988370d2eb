import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from '../verification/verify-citations.ts';
import { createReceipt } from './create-receipt.ts';
import type { Receipt } from './receipt.ts';
import { createVaultTree } from './vault-tree.ts';
import { verifyReceipt } from './verify-receipt.ts';

async function setup(band?: 'public' | 'private' | 'secret') {
  const notes = createCitedNotes({
    'tea.md': '\ufeff# Tea\r\n\r\nTea is hot. 茶は熱い。\r\n',
    'ice.md': 'Ice is cold.',
    'air.md': 'Air is thin.',
  });
  const extra = band === undefined ? {} : { band };
  const tea = notes.cite('tea.md', 'Tea is hot.', extra);
  const cha = notes.cite('tea.md', '茶は熱い。');
  const ice = notes.cite('ice.md', 'Ice is cold.');
  const report = await verifyCitations(
    `Tea is hot ${tea}. 茶は熱い ${cha}。 Ice is cold ${ice}. It rains.`,
    notes.ports,
  );
  return { notes, report };
}

interface Leaf {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/** Every value of a receipt that is not an object, with its path. */
function leavesOf(value: unknown): Leaf[] {
  if (typeof value !== 'object' || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) =>
    typeof holder[key] === 'object' && holder[key] !== null ? leavesOf(holder[key]) : [{ holder, key }],
  );
}

describe('receipts', () => {
  it('are checked with the notes, or with the cited spans alone', async () => {
    const { notes, report } = await setup();
    const receipt = await createReceipt(report, notes.ports);
    expect(receipt.statements.map(({ text }) => text)).toEqual(
      report.statements.filter(({ kept }) => kept).map(({ text }) => text),
    );
    const travelled = JSON.parse(JSON.stringify(receipt)) as Receipt;
    expect(await verifyReceipt(travelled)).toMatchObject({ ok: true, problems: [], unchecked: 0 });
    expect(await verifyReceipt(travelled, { sources: notes.ports.sources })).toMatchObject({
      ok: true,
      problems: [],
    });
    expect(await verifyReceipt(JSON.stringify(receipt))).toMatchObject({ ok: true });
    expect(await verifyReceipt(JSON.stringify(receipt, null, 2))).toMatchObject({ ok: true });
  });

  it('hang on the root of a whole vault', async () => {
    const { notes, report } = await setup();
    const tree = createVaultTree(
      ['ice.md', 'tea.md', 'air.md'].map((path) => ({
        path,
        bytes: notes.bytes(path),
        spans: [...notes.claimsById.values()]
          .filter(({ notePath }) => notePath === path)
          .map(({ span, fingerprint }) => ({ ...span, fingerprint: fingerprint as string })),
      })),
    );
    const receipt = await createReceipt(report, { ...notes.ports, vaultRoot: tree });
    expect(await verifyReceipt(receipt, { root: tree.root })).toMatchObject({ ok: true });
    expect(await verifyReceipt(receipt, { root: '0'.repeat(64) })).toMatchObject({
      ok: false,
      problems: [{ code: 'root_mismatch' }],
    });
    // A forger who recomputes the digests can't reach the root.
    const forged = await createReceipt(report, notes.ports);
    expect((await verifyReceipt(forged, { root: tree.root })).ok).toBe(false);
  });

  it('detect any flipped bit of themselves', async () => {
    const { notes, report } = await setup();
    const bytes = new TextEncoder().encode(JSON.stringify(await createReceipt(report, notes.ports)));
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (at, bit) => {
        const altered = bytes.slice();
        altered[at] = (altered[at] as number) ^ (1 << bit);
        expect((await verifyReceipt(new TextDecoder().decode(altered))).ok).toBe(false);
      }),
      { numRuns: sampleOf(500) },
    );
  });

  it('detect any flipped bit of a cited note', async () => {
    const { notes, report } = await setup();
    const receipt = await createReceipt(report, notes.ports);
    const bytes = notes.bytes('tea.md').slice();
    for (let i = 0; i < bytes.length * 8; i++) {
      const altered = bytes.slice();
      altered[i >> 3] = (altered[i >> 3] as number) ^ (1 << (i & 7));
      notes.write('tea.md', altered);
      const { ok, problems } = await verifyReceipt(receipt, { sources: notes.ports.sources });
      expect(ok).toBe(false);
      expect(problems).toContainEqual({ code: 'note_mismatch', at: 'tea.md' });
    }
    notes.write('tea.md', null);
    expect((await verifyReceipt(receipt, { sources: notes.ports.sources })).problems).toContainEqual({
      code: 'note_missing',
      at: 'tea.md',
    });
  });

  it('show public text, hashes of private text, and nothing of secret text', async () => {
    const shown = await setup('private');
    const hashes = await createReceipt(shown.report, shown.notes.ports);
    expect(JSON.stringify(hashes)).not.toContain('Tea is hot');
    expect(hashes.statements).toHaveLength(3);
    expect(await verifyReceipt(hashes)).toMatchObject({ ok: false, problems: [], unchecked: 1 });
    expect(await verifyReceipt(hashes, { sources: shown.notes.ports.sources })).toMatchObject({ ok: true });

    const secret = await setup('secret');
    const nothing = await createReceipt(secret.report, secret.notes.ports);
    expect(JSON.stringify(nothing)).not.toContain('Tea is hot');
    expect(nothing).toMatchObject({ omitted: 1, answer: { text: null, digest: null } });
    expect(nothing.statements).toHaveLength(2);
    expect(await verifyReceipt(nothing)).toMatchObject({ ok: true });
  });

  it('give no digest of a note that is withheld, and are checked by its spans', async () => {
    const { notes, report } = await setup();
    const options = { ...notes.ports, withholds: (path: string) => path === 'tea.md' };
    const receipt = await createReceipt(report, options);
    expect(receipt.notes.map(({ path, digest }) => [path, digest === null])).toEqual([
      ['tea.md', true],
      ['ice.md', false],
    ]);
    const { sources } = notes.ports;
    expect(await verifyReceipt(JSON.stringify(receipt), { sources })).toMatchObject({
      ok: true,
      unchecked: 0,
    });
    const bytes = notes.bytes('tea.md');
    // Withheld bytes may be anything, because no value in the receipt depends on them.
    notes.write('tea.md', Buffer.concat([bytes, Buffer.from('The code is 4711.')]));
    expect(await verifyReceipt(receipt, { sources })).toMatchObject({ ok: true });
    expect(await createReceipt(report, options)).toEqual(receipt);
    notes.write('tea.md', Buffer.from(Buffer.from(bytes).toString('utf8').replace('hot', 'hut')));
    expect(await verifyReceipt(receipt, { sources })).toMatchObject({ ok: false });
  });

  it('are not made of notes that have changed since', async () => {
    const { notes, report } = await setup();
    notes.write('ice.md', 'Ice is warm.');
    await expect(createReceipt(report, notes.ports)).rejects.toMatchObject({ code: 'SOURCE_CHANGED' });
  });

  it('are not made where a claim is secret now because its note has changed, and leave out what was marked as secret', async () => {
    const { notes, report } = await setup();
    // A claim whose bytes no longer match may contain anything, so the lookup treats it as secret.
    const claims: typeof notes.ports.claims = async (ids) => {
      const found = await notes.ports.claims(ids);
      return new Map(
        [...found].map(([id, claim]) => [
          id,
          claim.notePath === 'ice.md' ? { ...claim, band: 'secret' as const } : claim,
        ]),
      );
    };
    const options = { ...notes.ports, claims };
    expect(await createReceipt(report, options)).toMatchObject({ omitted: 1 });
    for (const now of ['Ice is warm.', null]) {
      notes.write('ice.md', now);
      const refused = await createReceipt(report, options).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'SOURCE_CHANGED' });
      expect(String(refused)).not.toMatch(/cold|warm/u);
    }
  });

  it('are checked anew when a single value of them has changed since the last time', async () => {
    const { notes, report } = await setup();
    const receipt = await createReceipt(report, notes.ports);
    const paths = leavesOf(receipt);
    expect(paths.length).toBeGreaterThan(30);
    for (const sources of [undefined, notes.ports.sources]) {
      for (const { holder, key } of paths) {
        expect((await verifyReceipt(receipt, { sources })).ok).toBe(true);
        const kept = holder[key];
        holder[key] = typeof kept === 'number' ? kept + 1 : `${kept}0`;
        expect((await verifyReceipt(receipt, { sources })).ok).toBe(false);
        holder[key] = kept;
      }
      expect((await verifyReceipt(receipt, { sources })).ok).toBe(true);
    }
    Object.assign(receipt, { extra: 1 });
    expect((await verifyReceipt(receipt)).ok).toBe(false);
  });

  it('read and hash the notes at every check', async () => {
    const { notes, report } = await setup();
    const receipt = await createReceipt(report, notes.ports);
    const text = JSON.stringify(receipt);
    for (const form of [receipt, text]) {
      notes.write('ice.md', 'Ice is cold.');
      expect((await verifyReceipt(form, { sources: notes.ports.sources })).ok).toBe(true);
      notes.write('ice.md', 'Ice is warm.');
      expect((await verifyReceipt(form, { sources: notes.ports.sources })).problems).toEqual([
        { code: 'note_mismatch', at: 'ice.md' },
        { code: 'span_mismatch', at: 2 },
      ]);
    }
  });

  it('are remembered for one hash function only', async () => {
    const { notes, report } = await setup();
    const receipt = await createReceipt(report, notes.ports);
    expect((await verifyReceipt(receipt)).ok).toBe(true);
    expect((await verifyReceipt(receipt, { blake3: () => new Uint8Array(32) })).ok).toBe(false);
  });

  it('never throw when they are no receipts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.jsonValue()), async (value) => {
        expect(await verifyReceipt(value as never)).toMatchObject({ ok: false });
      }),
    );
  });

  it('are none where they are nested deeper than they can be written again', async () => {
    const deep = `{"version":"memora-receipt-1","a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(await verifyReceipt(deep)).toMatchObject({ ok: false, problems: [{ code: 'not_a_receipt' }] });
  });
});
