import { describe, expect, it } from 'vitest';
import { parseCitations } from '../statements/parse-citations.ts';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from './verify-citations.ts';

const lease =
  'The landlord is not permitted to enter. Rent is 900 EUR a month. The deposit is two months of rent.\n';

function setup() {
  const notes = createCitedNotes({ 'lease.md': lease });
  return {
    notes,
    enter: notes.cite('lease.md', 'The landlord is not permitted to enter.'),
    rent: notes.cite('lease.md', 'Rent is 900 EUR a month.'),
    deposit: notes.cite('lease.md', 'The deposit is two months of rent.'),
    verify: (answer: string, options = {}) => verifyCitations(answer, { ...notes.ports, ...options }),
  };
}

describe('lessons on citations', () => {
  it('1: a factual statement without a verified citation does not survive', async () => {
    const { rent, verify } = setup();
    const report = await verify(`The flat is large. Rent is 900 EUR a month ${rent}. It has a garden.`);
    expect(report.cleanText).toBe(`Rent is 900 EUR a month ${rent}.`);
    expect(report.verdict).toBe('partial');
    expect(report.uncitedCount).toBe(2);
  });

  it('a policy decides on what the note says in other words: strip takes it out, proven and mark keep it', async () => {
    const { rent, verify } = setup();
    const answer = `Every month 900 EUR are due as rent ${rent}.`;
    const kept = async (policy: 'mark' | 'strip' | 'proven') =>
      (await verify(answer, { policy })).statements.map((each) => each.kept);
    expect([await kept('strip'), await kept('proven'), await kept('mark')]).toEqual([
      [false],
      [true],
      [true],
    ]);
  });

  it('2: a marker belongs to the statement it follows, before or after its full stop', async () => {
    const { rent, deposit, verify } = setup();
    const report = await verify(
      `Rent is 900 EUR a month. ${rent} The flat has a garden. The deposit is two months of rent ${deposit}.`,
    );
    expect(report.cleanText).toBe(
      `Rent is 900 EUR a month. ${rent} The deposit is two months of rent ${deposit}.`,
    );
    expect(report.statements.map(({ kept }) => kept)).toEqual([true, false, true]);
  });

  it('3: everything that looks like a marker is parsed, and what can not be an id is malformed, counted and removed', async () => {
    const { rent, verify } = setup();
    const id = rent.slice(7, -1);
    const spellings = [
      `[CLAIM:${id.toUpperCase()}]`,
      `[ Claim : ${id} ]`,
      `[claim:${id}, claim:short]`,
      `［claim:${id}］`,
      `【claim:${id}】`,
      `[claims: ${id}; nope]`,
      `[[claim:${id}]]`,
      `(claim:${id})`,
      `\\[claim:${id}\\]`,
      '[claim:]',
      '[claim:123]',
      `[claim:${id}0]`,
      `[claim:${id}`,
    ];
    for (const marker of spellings) {
      expect(parseCitations(`Rent is 900 EUR a month ${marker}`).length, marker).toBeGreaterThan(0);
      const { checks, malformedCount, cleanText } = await verify(`Rent is 900 EUR a month ${marker}.`);
      const good = checks.filter(({ status }) => status === 'verified');
      expect(good.length + malformedCount, marker).toBe(checks.length);
      if (good.length === 0) expect(cleanText).toBe('');
      if (malformedCount > 0 && good.length > 0) expect(cleanText).toBe(`Rent is 900 EUR a month ${rent}.`);
    }
  });

  it('4: verdicts are per occurrence: one good use of an id does not whitelist another', async () => {
    const { rent, verify } = setup();
    const report = await verify(`Rent is 900 EUR a month ${rent}. Rent is 1900 EUR a month ${rent}.`);
    expect(report.checks.map(({ status }) => status)).toEqual(['verified', 'token_mismatch']);
    expect(report.cleanText).toBe(`Rent is 900 EUR a month ${rent}.`);
  });

  it('5: list items, lines and table rows are boundaries, and an abbreviation is none', async () => {
    const { rent, deposit, verify } = setup();
    const list = await verify(
      `- Rent is 900 EUR a month ${rent}\n- The flat has 12 rooms\n- The deposit is two months of rent ${deposit}\n`,
    );
    expect(list.cleanText).toBe(
      `- Rent is 900 EUR a month ${rent}\n- The deposit is two months of rent ${deposit}\n`,
    );
    const abbreviated = await verify(`Rent, e.g. for Dr. Who, is 900 EUR ${rent}.`);
    expect(abbreviated.statements).toHaveLength(1);
    const gap = await verify(`- Rent is 900 EUR a month ${rent}\n-\n- The flat has 12 rooms\n`);
    expect(gap.statements.map(({ text }) => text)).toEqual([
      `Rent is 900 EUR a month ${rent}`,
      '',
      'The flat has 12 rooms',
    ]);
  });

  it('6: offsets are right in both units for any text before them', async () => {
    const { rent, verify } = setup();
    const answer = `Größe 👩‍🚀 日本語。 Rent is 900 EUR ${rent}.`;
    const { checks, statements } = await verify(answer);
    const at = answer.indexOf('[claim:');
    expect(checks[0]?.offset).toEqual({
      utf16: at,
      utf8: new TextEncoder().encode(answer.slice(0, at)).length,
    });
    for (const { text, offset } of statements) {
      expect(answer.slice(offset.utf16, offset.utf16 + text.length)).toBe(text);
      expect(new TextEncoder().encode(answer.slice(0, offset.utf16)).length).toBe(offset.utf8);
    }
  });

  it('7: every quotation style and every quotation is checked, apostrophes are none', async () => {
    const { enter, verify } = setup();
    for (const [open, close] of ['""', '“”', '„“', '«»', '»«', '‹›', '「」', '『』', '‘’', "''", '＂＂'].map(
      (pair) => [pair[0], pair[1]],
    )) {
      const good = await verify(`It says ${open}not permitted${close} ${enter}.`);
      expect(good.checks[0]?.status, `${open}${close}`).toBe('verified');
      const second = await verify(
        `It says ${open}not permitted${close} and ${open}to dance${close} ${enter}.`,
      );
      expect(second.checks[0]?.status, `${open}${close}`).toBe('quote_mismatch');
    }
    const apostrophes = await verify(
      `The landlord's rights don't permit to enter the tenants' flat ${enter}.`,
    );
    expect(apostrophes.checks[0]?.quotes).toEqual([]);
  });

  it('8: a quotation may be a part of a sentence, but is no proof of more than its words', async () => {
    const { enter, verify } = setup();
    const cut = await verify(`The lease says "permitted to enter" ${enter}.`);
    expect(cut.checks[0]?.status).toBe('verified');
    expect(cut.statements[0]).toMatchObject({ judgement: 'not_judged' });
    expect(cut.statements[0]?.wording).not.toBe('quoted');
    const jumped = await verify(`The lease says "The landlord is … allowed to enter" ${enter}.`);
    expect(jumped.checks[0]?.status).toBe('quote_mismatch');
  });

  it('9: a real id does not make any sentence verified: figures have to agree, and words are told from the words of the note', async () => {
    const { enter, rent, verify } = setup();
    const number = await verify(`Rent is 950 EUR a month ${rent}.`);
    expect(number.checks[0]).toMatchObject({ status: 'token_mismatch' });
    expect(number.statements[0]?.reason).toBe('It says “950 EUR” where the cited note says “900 EUR”.');
    const negator = await verify(`The landlord is permitted to enter ${enter}.`);
    expect(negator.statements[0]).toMatchObject({
      status: 'verified',
      wording: 'altered',
      differences: [{ here: '', there: 'not' }],
      kept: false,
    });
    expect(number.cleanText + negator.cleanText).toBe('');
    const marked = await verify(`The landlord is permitted to enter ${enter}.`, { policy: 'mark' });
    expect(marked.statements[0]).toMatchObject({ wording: 'altered', kept: true });
    const reported = await verify(`Rent is 950 EUR a month ${rent}.`, { guard: 'report' });
    expect(reported.checks[0]?.status).toBe('verified');
    expect(reported.checks[0]?.disagreements).not.toEqual([]);
  });

  it('10: an edited quotation is never grounded', async () => {
    const { rent, verify } = setup();
    const report = await verify(`It says "Rent is 900 EUR a week" ${rent}.`);
    expect(report.checks[0]?.quotes).toMatchObject([{ status: 'edited', grounded: false }]);
    expect(report.checks[0]?.status).toBe('quote_mismatch');
  });

  it('11: each note is read once, and the text returned is the text hashed', async () => {
    const { notes, rent, enter, verify } = setup();
    const report = await verify(
      `Rent is 900 EUR a month ${rent}. No entry is permitted ${enter}. Rent is 900 EUR ${rent}.`,
    );
    expect(notes.reads).toEqual(['lease.md']);
    expect(report.checks[0]?.sourceText).toBe('Rent is 900 EUR a month.');
  });

  it('12: a missing or unreadable note costs its own citations only', async () => {
    const notes = createCitedNotes({ 'a.md': 'Tea is hot.', 'b.md': 'Ice is cold.', 'c.md': 'Air is thin.' });
    const [tea, ice, air] = [
      notes.cite('a.md', 'Tea is hot.'),
      notes.cite('b.md', 'Ice is cold.'),
      notes.cite('c.md', 'Air is thin.'),
    ];
    notes.write('a.md', null);
    const report = await verifyCitations(`Tea is hot ${tea}. Ice is cold ${ice}. Air is thin ${air}.`, {
      claims: notes.ports.claims,
      sources: async (path) => {
        if (path === 'b.md') throw Object.assign(new Error('no'), { code: 'EACCES' });
        return notes.ports.sources(path);
      },
    });
    expect(report.checks.map(({ status }) => status)).toEqual(['unverified', 'unverified', 'verified']);
    expect(report.degraded).toBe(true);
    expect(report.degradedReasons).toEqual(['source could not be read: b.md (EACCES)']);
  });

  it('13: ids out of the retrieved context and claims that hold no more have their own status', async () => {
    const notes = createCitedNotes({ 'a.md': 'The limit is 10. The limit is 20.' });
    const old = notes.claim('a.md', 'The limit is 10.', { validUntil: '2024-01-01', status: 'superseded' });
    const now = notes.claim('a.md', 'The limit is 20.', { validFrom: '2024-01-01' });
    const answer = `The limit is 10 [claim:${old}]. The limit is 20 [claim:${now}].`;
    const today = await verifyCitations(answer, { ...notes.ports, allowedIds: [old] });
    expect(today.checks.map(({ status }) => status)).toEqual(['superseded', 'out_of_context']);
    expect(today.cleanText).toBe('');
    const then = await verifyCitations(answer, { ...notes.ports, asOf: '2023-06-01' });
    expect(then.checks.map(({ status }) => status)).toEqual(['verified', 'superseded']);
    expect(then.cleanText).toBe(`The limit is 10 [claim:${old}].`);
    // In the words of docs/start/first-hour.md.
    expect(today.checks[0]?.reason).toBe('claim no longer holds');
    const later = await verifyCitations(answer, { ...notes.ports, asOf: '2024-06-01' });
    expect(later.checks[0]?.reason).toBe('claim no longer held');
  });

  it('13: what says itself when it was stays true when it is over, unless something replaced it', async () => {
    const text = 'The office was closed from 3 to 7 March 2025.';
    const notes = createCitedNotes({ 'a.md': text });
    const window = { validFrom: '2025-03-03', validUntil: '2025-03-07' };
    const over = notes.claim('a.md', text, window);
    const replaced = notes.claim('a.md', text, { ...window, status: 'superseded' });
    const statusOf = async (answer: string) =>
      (await verifyCitations(answer, notes.ports)).checks.map(({ status }) => status);
    expect(await statusOf(`The office was closed until 7 March 2025 [claim:${over}].`)).toEqual(['verified']);
    expect(await statusOf(`The office was closed from 3 March [claim:${over}].`)).toEqual(['verified']);
    expect(await statusOf(`The office is closed [claim:${over}].`)).toEqual(['superseded']);
    expect(await statusOf(`The office was closed until 7 March 2025 [claim:${replaced}].`)).toEqual([
      'superseded',
    ]);
  });

  it('14: an answer without citations is uncited, not verified', async () => {
    const { verify } = setup();
    expect((await verify('Rent is 900 EUR.')).verdict).toBe('uncited');
    expect((await verify('Rent is 900 EUR.')).cleanText).toBe('');
    expect((await verify('Rent is 900 EUR.', { uncited: 'keep' })).verdict).toBe('uncited');
    expect((await verify(' \n')).verdict).toBe('empty');
  });
});

describe('a date in front of a statement', () => {
  it('is one that the context has, or the statement is not the words of the note', async () => {
    const notes = createCitedNotes({ '2026-03-09.md': lease });
    const rent = notes.cite('2026-03-09.md', 'Rent is 900 EUR a month.');
    const verify = async (text: string) =>
      (await verifyCitations(`${text} ${rent}`, notes.ports)).statements[0];
    expect(await verify('2026-03-09: Rent is 900 EUR a month.')).toMatchObject({
      wording: 'quoted',
      kept: true,
    });
    expect(await verify('2026-03-08: Rent is 900 EUR a month.')).toMatchObject({ status: 'token_mismatch' });
    expect(await verify('Rent is 9 EUR a month.')).toMatchObject({ status: 'token_mismatch' });
    expect(await verify('Rent is 2026 EUR a month.')).toMatchObject({ status: 'token_mismatch' });
  });
});

const noSources = async (): Promise<null> => null;

it.each<[unknown]>([
  [undefined],
  [{}],
  [{ claims: async () => ({}), sources: noSources }],
  [{ claims: async () => undefined, sources: noSources }],
])('says that a lookup of claims is missing or returns no map: %j', async (options) => {
  await expect(verifyCitations('It rains [claim:rain000000000001].', options as never)).rejects.toMatchObject(
    {
      name: 'ValidatorError',
      code: 'INVALID_OPTION',
      message: "claims can't be read",
      hint: 'Pass a function from ids to a map of claims.',
    },
  );
});

it('compares a sentence with the one that it cites, where another one of its passage is as near', async () => {
  const text = 'The interval is 60 seconds.\n\nThe interval is 30 seconds.\n';
  const notes = createCitedNotes({ 'a.md': text });
  const { statements } = await verifyCitations(
    `The interval is 45 seconds ${notes.cite('a.md', 'The interval is 30 seconds.')}.`,
    notes.ports,
  );
  expect(statements[0]?.differences).toEqual([{ here: '45', there: '30' }]);
});
