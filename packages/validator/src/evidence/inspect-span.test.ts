import { runInNewContext } from 'node:vm';
import { fingerprint } from '@memora/core';
import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CitableClaim } from '../contract/citable-claim.ts';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from '../verification/verify-citations.ts';
import { verifySpans } from './verify-spans.ts';

const encoder = new TextEncoder();

function claimOf(text: string, words: string, extra: Partial<CitableClaim> = {}): CitableClaim {
  const start = encoder.encode(text.slice(0, text.indexOf(words))).length;
  const bytes = encoder.encode(words);
  return {
    id: 'a',
    notePath: 'a.md',
    span: { start, end: start + bytes.length },
    fingerprint: fingerprint(bytes),
    ...extra,
  };
}

async function check(claim: CitableClaim, now: string, options = {}) {
  const [result] = await verifySpans([claim], { sources: async () => encoder.encode(now), ...options });
  return result;
}

describe('spans', () => {
  const before = 'Intro.\n\nThe limit is 10. Größe zählt.\n';

  it('are found again wherever they moved inside their note', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        async (a, b) => {
          fc.pre(!`${a}${b}`.includes('limit'));
          const now = `${a}\n\nThe limit is 10. ${b}`;
          const result = await check(claimOf(before, 'The limit is 10.'), now);
          expect(result?.state).toBe('intact');
          const { start, end } = result?.span ?? { start: 0, end: 0 };
          expect(new TextDecoder().decode(encoder.encode(now).subarray(start, end))).toBe('The limit is 10.');
        },
      ),
      { numRuns: sampleOf(100) },
    );
  });

  it('are found again in the middle of a word too', async () => {
    expect(await check(claimOf(before, 'rö'), 'xxGrößex')).toMatchObject({
      state: 'intact',
      relocated: true,
      span: { start: 3, end: 6 },
    });
  });

  it('that stand at several other places are not intact, unless their heading decides', async () => {
    const twice = '# One\n\n- The limit is 10.\n\n# Two\n\n- The limit is 10.\n';
    expect(await check(claimOf(before, 'The limit is 10.'), twice)).toMatchObject({
      state: 'changed',
      reason: 'span is at several other places of the note',
    });
    const under = claimOf(before, 'The limit is 10.', { headingPath: ['Two'] });
    expect(await check(under, twice)).toMatchObject({
      state: 'intact',
      relocated: true,
      span: { start: 36 },
    });
    const here = claimOf(twice, 'The limit is 10.');
    expect(await check(here, twice)).toMatchObject({ state: 'intact', relocated: false });
  });

  it('are not looked for when that is turned off, and never where the span is empty', async () => {
    const claim = claimOf(before, 'The limit is 10.');
    expect(await check(claim, `x${before}`, { reanchor: false })).toMatchObject({ state: 'changed' });
    const empty = { ...claim, span: { start: 5, end: 5 }, fingerprint: fingerprint(new Uint8Array()) };
    expect(await check(empty, before)).toMatchObject({ state: 'changed' });
  });

  it('are proven by a whole fingerprint alone', async () => {
    const claim = claimOf(before, 'The limit is 10.');
    for (const bad of [
      null,
      '',
      'AF',
      (claim.fingerprint as string).toUpperCase(),
      (claim.fingerprint as string).slice(0, 32),
      (claim.fingerprint as string).slice(0, 16),
    ]) {
      expect(await check({ ...claim, fingerprint: bad }, before)).toMatchObject({
        state: 'changed',
        reason: 'claim has no fingerprint that can be checked',
      });
    }
  });

  it('of any shape never make verification throw', async () => {
    await fc.assert(
      fc.asyncProperty(fc.double(), fc.double(), fc.string(), async (start, end, print) => {
        const claim = { id: 'a', notePath: 'a.md', span: { start, end }, fingerprint: print };
        expect((await check(claim, before))?.state).toBe('changed');
      }),
    );
  });

  it('of secret claims are checked with the keyed fingerprint', async () => {
    const keyed = (bytes: Uint8Array) => fingerprint(encoder.encode(`key${new TextDecoder().decode(bytes)}`));
    const claim = claimOf(before, 'The limit is 10.', { band: 'secret' });
    const secret = { ...claim, fingerprint: keyed(encoder.encode('The limit is 10.')) };
    expect(await check(secret, before, { secretFingerprint: keyed })).toMatchObject({ state: 'intact' });
    expect(await check(secret, before)).toMatchObject({ state: 'changed' });
  });
});

describe('verification', () => {
  it('stops when it is aborted, whatever the ports do', async () => {
    const notes = createCitedNotes({ 'a.md': 'Tea is hot.' });
    const tea = notes.cite('a.md', 'Tea is hot.');
    const controller = new AbortController();
    const work = verifyCitations(`Tea is hot ${tea}.`, {
      ...notes.ports,
      sources: () => new Promise<never>(() => {}),
      signal: controller.signal,
    });
    controller.abort(new Error('enough'));
    await expect(work).rejects.toThrow('enough');
  });

  it('runs any number of times at once', async () => {
    const notes = createCitedNotes({ 'a.md': 'Tea is hot. Ice is cold.' });
    const markers = [notes.cite('a.md', 'Tea is hot.'), notes.cite('a.md', 'Ice is cold.')];
    const answers = Array.from(
      { length: 50 },
      (_, i) => `${i % 2 ? 'Ice is cold' : 'Tea is hot'} ${markers[i % 2]}.`,
    );
    const reports = await Promise.all(answers.map((answer) => verifyCitations(answer, notes.ports)));
    expect(reports.map(({ cleanText }) => cleanText)).toEqual(answers);
  });

  it('gives one status for each citation, and counts that sum to them', async () => {
    const notes = createCitedNotes({ 'a.md': 'Tea is hot.' });
    const tea = notes.cite('a.md', 'Tea is hot.');
    const report = await verifyCitations(`Tea is hot ${tea} [claim:x, claim:0000000000000000].`, notes.ports);
    expect(report.checks).toHaveLength(3);
    expect(Object.values(report.counts).reduce((a, b) => a + b)).toBe(3);
    expect(report).toMatchObject({
      verifiedCount: 1,
      malformedCount: 1,
      unverifiedCount: 1,
      verdict: 'partial',
    });
  });

  it('takes bytes of another realm, and refuses what is no bytes', async () => {
    const notes = createCitedNotes({ 'a.md': 'Tea is hot.' });
    const tea = notes.cite('a.md', 'Tea is hot.');
    const answer = `Tea is hot ${tea}.`;
    const foreign = runInNewContext('Uint8Array.from(bytes)', {
      bytes: [...notes.bytes('a.md')],
    }) as Uint8Array;
    const read = (source: unknown) =>
      verifyCitations(answer, { ...notes.ports, sources: async () => source as Uint8Array });
    expect((await read(foreign)).verdict).toBe('verified');
    expect((await read(undefined)).counts.unverified).toBe(1);
    await expect(read('Tea is hot.')).rejects.toMatchObject({ code: 'INVALID_SOURCE' });
  });

  it('refuses options it can not read', async () => {
    const { ports } = createCitedNotes({});
    for (const options of [
      { asOf: 'soon' },
      { mode: 'x' },
      { guard: 'x' },
      { uncited: 'x' },
      { claims: 1 },
    ]) {
      await expect(verifyCitations('x', { ...ports, ...options } as never)).rejects.toMatchObject({
        code: 'INVALID_OPTION',
      });
    }
  });

  it('lets a question, an open task and what somebody is quoted with carry no plain statement', async () => {
    const notes = createCitedNotes({
      'a.md':
        'We use Postgres?\n\n- [ ] Call the landlord\n\n> Rent goes up in May.\n\n“The pump is new.”\n\n- [x] Call the tenant\n\nThe pump is old.',
    });
    const cleanOf = async (said: string, cited: string) =>
      (await verifyCitations(`${said} ${notes.cite('a.md', cited)}`, notes.ports)).cleanText;
    expect(await cleanOf('We use Postgres.', 'We use Postgres?')).toBe('');
    expect(await cleanOf('Call the landlord.', 'Call the landlord')).toBe('');
    expect(await cleanOf('Rent goes up in May.', 'Rent goes up in May.')).toBe('');
    expect(await cleanOf('The pump is new.', '“The pump is new.”')).toBe('');
    expect(await cleanOf('We use Postgres?', 'We use Postgres?')).not.toBe('');
    expect(await cleanOf('- [ ] Call the landlord', 'Call the landlord')).not.toBe('');
    // A statement may omit that a task is done, so it stays without a check mark.
    const done = await verifyCitations(
      `Call the tenant ${notes.cite('a.md', 'Call the tenant')}`,
      notes.ports,
    );
    expect(done.statements).toMatchObject([{ kept: true, wording: 'paraphrased' }]);
    // A statement must not show a task as open or given up if the note shows it as done or without a box.
    for (const box of ['- [ ] ', '- [-] ', '- [/] ', '- [?] ', '- [ ] - ', '1. [ ] ', '> - [ ] ']) {
      expect(await cleanOf(`${box}The pump is old.`, 'The pump is old.')).toBe('');
      expect(await cleanOf(`${box}Call the tenant`, 'Call the tenant')).toBe('');
    }
    expect(await cleanOf('- [x] Call the tenant', 'Call the tenant')).not.toBe('');
    expect(await cleanOf('- [X] Call the tenant', 'Call the tenant')).not.toBe('');
    // Text without a box in the note must not appear as done either.
    expect(await cleanOf('- [x] The pump is old.', 'The pump is old.')).toBe('');
    expect(await cleanOf('The note says: “Rent goes up in May.”', 'Rent goes up in May.')).not.toBe('');
  });

  it('lets a task carry no task with another box, in any writing', async () => {
    const cleanOf = async (note: string, said: string) => {
      const notes = createCitedNotes({ 'a.md': note });
      const cited = note.slice(note.search(/\p{L}/u)).trimEnd();
      return (await verifyCitations(`${said} ${notes.cite('a.md', cited)}`, notes.ports)).cleanText;
    };
    const boxes = ['[ ]', '[-]', '[/]', '[?]'];
    for (const box of boxes)
      for (const other of boxes) {
        const clean = await cleanOf(`- ${box} Call the landlord now\n`, `- ${other} Call the landlord now`);
        expect(clean !== '', `${box} ${other}`).toBe(box === other);
      }
    const writings = [
      '[ ] ',
      '- [ ]',
      '- \\[ ] ',
      '- [] ',
      '- [\u00a0] ',
      '- **[ ]** ',
      '# [ ] ',
      '| [ ] | ',
      '- [x] [ ] ',
      '- [ ] [x] ',
      '- [!] ',
      '- [~] ',
      '- [o] ',
      '☐ ',
      '［ ］ ',
      'Later: [ ] ',
    ];
    for (const box of writings) {
      expect(await cleanOf('The pump is old and loud.\n', `${box}The pump is old and loud.`), box).toBe('');
      expect(await cleanOf('- [x] Call the tenant now\n', `${box}Call the tenant now`), box).toBe('');
    }
    for (const box of ['- [ ] ', '- [!] ', '[ ] ', '- [-] '])
      expect(await cleanOf(`${box}Call the tenant now\n`, `${box}Call the tenant now`), box).not.toBe('');
    for (const box of ['[ ] ', '☐ ', '［ ］ ', '- ☐ '])
      expect(await cleanOf('- [ ] Call the tenant now\n', `${box}Call the tenant now`), box).not.toBe('');
    for (const box of ['☐ ', '- ☐ ', '［ ］ '])
      expect(await cleanOf(`${box}Call the tenant now\n`, 'Call the tenant now'), box).toBe('');
    // A link and a letter in brackets are not boxes.
    for (const note of ['[T]he pump is old and loud.\n', '[a](b.md) is old and loud now.\n'])
      expect(await cleanOf(note, note.trim()), note).not.toBe('');
  });

  it('takes a box for that of every cell or sentence beside it that has none of its own', async () => {
    const cleanOf = async (note: string, said: string) => {
      const notes = createCitedNotes({ 'a.md': note });
      return (await verifyCitations(`${said} ${notes.cite('a.md', note.trim())}`, notes.ports)).cleanText;
    };
    const said = 'The pump is repaired now';
    for (const row of [
      '| [ ] todo | The pump is repaired now |',
      '| [ ] | 1 | The pump is repaired now |',
      '| Ida | The pump is repaired now | 9 May | [ ] |',
      '| Ida | The pump is repaired now | 9 May | ☐ |',
    ])
      expect(await cleanOf(`${row}\n|---|---|---|---|\n`, said), row).toBe('');
    const row = '| [ ] | The pump is repaired now | Ida |\n|---|---|---|\n';
    expect(await cleanOf(row, `- [ ] ${said}`)).not.toBe('');
    expect(await cleanOf(row, `- [x] ${said}`)).toBe('');
    const both = '| [ ] Pay the fine now | [-] The pump is repaired now |\n|---|---|\n';
    expect(await cleanOf(both, `- [-] ${said}`)).not.toBe('');
    expect(await cleanOf(both, '- [-] Pay the fine now')).toBe('');

    for (const box of ['- **[ ]** ', '- \\[ ] ', '- [ ]', '[ ] ', '- ☐ ', '- [!] '])
      expect(await cleanOf(`${box}Pay the fine now. Call Ida then.\n`, 'Call Ida then.'), box).toBe('');
    const two = 'Pay the fine now. Call Ida then.\n';
    expect(await cleanOf(two, 'Pay the fine now. ☐ Call Ida then.')).toBe('');
    for (const note of ['Call Ida then. [ ]\n', '- [ ]\n\n  Call Ida then.\n', '- [ ]\n  - Call Ida then.\n'])
      expect(await cleanOf(note, 'Call Ida then.'), note).toBe('');
    for (const box of [
      '⬜ ',
      '- `[ ]` ',
      '- [_] ',
      '- [\u200b] ',
      '- [&nbsp;] ',
      '&#x2610; ',
      '- [ ]: ',
      '- ( ) ',
    ]) {
      expect(await cleanOf(`${box}Call Ida then.\n`, 'Call Ida then.'), box).toBe('');
      expect(await cleanOf('Call Ida then.\n', `${box}Call Ida then.`), box).toBe('');
    }
  });

  it('takes brackets between the words of a sentence for no task', async () => {
    const cleanOf = async (note: string, said: string) => {
      const notes = createCitedNotes({ 'a.md': note });
      return (await verifyCitations(`${said} ${notes.cite('a.md', note.trim())}`, notes.ports)).cleanText;
    };
    for (const [note, said] of [
      ['Ida said it was on 9 May [?].', 'Ida said it was on 9 May.'],
      ['The number of Reynolds [-] is 40 here.', 'The number of Reynolds is 40 here.'],
      ['The default of `tags = []` is kept here.', 'The default of tags = is kept here.'],
      ['The interval [x] is closed here.', 'The interval x is closed here.'],
      ['Write `[ ]` before it. Ida calls then.', 'Ida calls then.'],
      ['See [[x]] for it. Ida calls then.', 'Ida calls then.'],
    ] as const) {
      expect(await cleanOf(`${note}\n`, note), note).not.toBe('');
      expect(await cleanOf(`${note}\n`, said), note).not.toBe('');
    }
    // A box between the words of a statement must also be in the note.
    expect(await cleanOf('The interval is closed here.\n', 'The interval [x] is closed here.')).toBe('');
    expect(await cleanOf('The pump [x] is new.\n', '- [x] The pump is new.')).toBe('');
  });
});
