import type { ClaimId } from '@memora/core';
import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { appendToLedger } from '../../ledger/open-ledger.ts';
import type { Claim } from '../../model/claim.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';

const CITIES = ['Berlin', 'Hamburg', 'Oslo'];
const DATES = ['2021-03-01', '2022-01-01', '2023-06-15', '2024-01-01'];
const VALID = ['2020-01-01', '2021-03-01', '2021-12-31', '2022-06-01', '2023-06-15', '2025-01-01'];

/** A note's statement: where the office is, and from when; null if the note does not exist. */
type Content = { readonly city: string; readonly date: string } | null;

/** One step of a history: a note is written, corrected or deleted. A step with an early date is a late arrival. */
const step = fc.record({
  note: fc.nat(2),
  content: fc.option(fc.record({ city: fc.constantFrom(...CITIES), date: fc.constantFrom(...DATES) }), {
    freq: 4,
  }),
});

/** The reference result: each statement is valid from its date until the next date at which a note differs. */
function reference(notes: readonly Content[], valid: string): string[] {
  const said = notes.filter((content) => content !== null);
  const holds = said.filter(({ city, date }) => {
    if (date > valid) return false;
    return !said.some((other) => other.city !== city && other.date > date && other.date <= valid);
  });
  return holds.map(({ city, date }) => `${city} ${date}`).sort();
}

it('answers every as-of question, on both axes, as a naive model of the whole history does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      await using vault = await setupVault({});
      const states: { at: Date; notes: Content[] }[] = [];
      let notes: Content[] = [null, null, null];
      for (const [i, { note, content }] of steps.entries()) {
        if (content === null) {
          if (notes[note] !== null) vault.remove(`${note}.md`);
        } else {
          const text = `---\ntitle: Office\ndate: ${content.date}\n---\ncity:: ${content.city}\n`;
          vault.write(`${note}.md`, text);
        }
        notes = notes.with(note, content);
        const at = new Date(Date.UTC(2026, 0, i + 1));
        await vault.index({ now: () => at });
        states.push({ at, notes });
      }
      for (const { at, notes: then } of states) {
        for (const valid of VALID) {
          const asOf = { valid, known: new Date(at.getTime() + 1000).toISOString() };
          const { claims } = await vault.store.listClaims({ asOf });
          const found = claims
            .filter(({ predicate }) => predicate !== 'date')
            .map(({ notePath, validFrom, object, id }) => ({ notePath, validFrom, object, id }));
          const cities = found
            .map(({ object, validFrom }) => `${object?.replace(/^in /u, '')} ${validFrom}`)
            .sort();
          expect({ asOf, cities }).toEqual({ asOf, cities: reference(then, valid) });
        }
      }
    }),
    { numRuns: sampleOf(30) },
  );
});

it('gives back what was listed at any earlier time, with the status that it had', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
      await using vault = await setupVault({});
      const listed: { known: string; before: string[] }[] = [];
      const written = new Set<number>();
      for (const [i, { note, content }] of steps.entries()) {
        if (content === null && written.delete(note)) vault.remove(`${note}.md`);
        if (content !== null) {
          written.add(note);
          vault.write(
            `${note}.md`,
            `---\ndate: ${content.date}\n---\nHarbor costs ${40 + content.city.length} EUR.\n`,
          );
        }
        const at = Date.UTC(2026, 0, i + 1);
        await vault.index({ now: () => new Date(at) });
        const { claims } = await vault.store.listClaims();
        listed.push({ known: new Date(at + 1000).toISOString(), before: claims.map(describe) });
      }
      for (const { known, before } of listed) {
        const { claims } = await vault.store.listClaims({ asOf: { known } });
        expect({ known, found: claims.map(describe).sort() }).toEqual({ known, found: before.sort() });
        const ids = claims.map(({ id }) => id);
        const byId = await vault.store.getClaims(ids, { asOf: { known } });
        expect([...byId.values()].map(describe)).toEqual(claims.map(describe));
        for (const status of ['current', 'contested', 'superseded'] as const) {
          const { claims: some } = await vault.store.listClaims({ asOf: { known }, status });
          expect(some.map(({ id }) => id)).toEqual(
            claims.filter((claim) => claim.status === status).map(({ id }) => id),
          );
        }
      }
    }),
    { numRuns: sampleOf(25) },
  );
});

function describe({ id, status, validFrom, validUntil, recordedUntil }: Claim): string {
  return [id, status, validFrom, validUntil, recordedUntil].join(' ');
}

it('knows a forgotten claim until it was forgotten, gone from the note or not', async () => {
  await using vault = await setupVault({ 'a.md': 'Drift uses JSON.\n' });
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const statusOn = async (day: number) => {
    const { claims } = await vault.store.listClaims({ asOf: { known: at(day).toISOString() } });
    return claims.map(({ status }) => status);
  };
  await vault.index({ now: () => at(1) });
  const [claim] = (await vault.store.listClaims()).claims;
  const claimIds = [claim?.id as ClaimId];
  await appendToLedger(vault.root, { time: at(3).toISOString(), verb: 'forget', claimIds, reason: '' });
  await vault.index({ now: () => at(3) });
  expect([await statusOn(2), await statusOn(4)]).toEqual([['current'], ['retracted']]);
  vault.remove('a.md');
  await vault.index({ now: () => at(5) });
  expect([await statusOn(2), await statusOn(4), await statusOn(6)]).toEqual([['current'], ['retracted'], []]);
});

it('reads a time with a zone as the instant it is, a coarse one as its first, and refuses what is no date', async () => {
  await using vault = await setupVault({ 'a.md': 'Drift uses JSON since 2026-04-01.\n' });
  await vault.index();
  const listed = async (valid: string) => (await vault.store.listClaims({ asOf: { valid } })).claims.length;
  expect(await listed('2026-Q2')).toBe(1);
  expect(await listed('2026-04')).toBe(1);
  expect(await listed('2026-04-01T00:30:00+02:00')).toBe(0);
  expect(await listed('2026-04-01T00:30:00')).toBe(1);
  await expect(listed('last spring')).rejects.toMatchObject({ code: 'AS_OF_INVALID' });
});
