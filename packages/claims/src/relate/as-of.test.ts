import fc from 'fast-check';
import { expect, it } from 'vitest';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const CITIES = ['Berlin', 'Hamburg', 'Oslo'];
const DATES = ['2021-03-01', '2022-01-01', '2023-06-15', '2024-01-01'];
const VALID = ['2020-01-01', '2021-03-01', '2021-12-31', '2022-06-01', '2023-06-15', '2025-01-01'];

/** What a note says: where the office is, from when on; or nothing, because it is not there. */
type Content = { readonly city: string; readonly date: string } | null;

/** One step of a history: a note is written, corrected or deleted. Late arrivals are steps whose date is early. */
const step = fc.record({
  note: fc.nat(2),
  content: fc.option(fc.record({ city: fc.constantFrom(...CITIES), date: fc.constantFrom(...DATES) }), {
    freq: 4,
  }),
});

/** The reference: each statement holds from its date until the next date at which a note says otherwise. */
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
          const text = `---\ntitle: Office ${note}\ndate: ${content.date}\n---\nThe office is in ${content.city}.\n`;
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
    { numRuns: 30 },
  );
});
