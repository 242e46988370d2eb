import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SUBJECTS } from './dated-facts.ts';
import { type DatedQuestion, generateDatedVault } from './generate-dated-vault.ts';
import { judgeTime, showsAll } from './judge-dated.ts';

const dated = generateDatedVault();

describe('the diary', () => {
  it('is the set that was frozen: what changes it says so in questions/README.md', () => {
    expect(createHash('sha256').update(JSON.stringify(dated)).digest('hex')).toBe(
      '0de378cd6cf75b13e65a1fe3a7332d5caa4567554e8b64f3b2b3d17a8226bece',
    );
  });

  it('holds sixty questions and thirty histories, half of each from templates that are held out', () => {
    for (const [asked, count] of [
      [dated.questions, 60],
      [dated.histories, 30],
    ] as const) {
      expect(asked.length).toBe(count);
      expect(asked.filter(({ half }) => half === 'held-out').length).toBe(count / 2);
      expect(new Set(asked.map(({ question }) => question)).size).toBe(count);
      for (const group of Map.groupBy<string, { readonly template: string; readonly half: string }>(
        asked,
        ({ template }) => template,
      ).values())
        expect(new Set(group.map(({ half }) => half)).size).toBe(1);
    }
    for (const half of ['dev', 'held-out'])
      expect(
        new Set(
          dated.questions.filter((each) => each.half === half).flatMap(({ otherValues }) => otherValues),
        ).size,
      ).toBeGreaterThan(SUBJECTS.length);
  });

  it('says what answers in the note that is named, and no other value of it there', () => {
    const textByPath = new Map(dated.notes.map(({ path, text }) => [path, text]));
    expect(textByPath.size).toBe(dated.notes.length);
    for (const { id, gold, value, otherValues } of dated.questions) {
      for (const { note, text } of gold) expect(textByPath.get(note), id).toContain(text);
      expect(gold[0]?.text, id).toContain(value);
      for (const other of otherValues) expect(gold[0]?.text, id).not.toContain(other);
    }
    for (const { id, values } of dated.histories)
      for (const value of values)
        expect(
          [...textByPath.values()].some((text) => text.includes(value)),
          id,
        ).toBe(true);
  });

  it('asks for a time at which one value held from its first to its last day', () => {
    for (const { id, value, about } of dated.questions) {
      if (about === null || about.from === null || about.until === null) continue;
      const { from, until } = about;
      const subject = SUBJECTS.find(({ values }) =>
        values.some((each) => each.value === value && each.since <= from),
      );
      const next = subject?.values.find(({ since }) => since > from);
      expect(subject, id).toBeDefined();
      if (next !== undefined) expect(next.since >= until, id).toBe(true);
    }
  });
});

describe('judging it', () => {
  const question = dated.questions.find(({ template }) => template === 'in a month') as DatedQuestion;
  const { gold, otherValues } = question;
  const right = { text: gold[0]?.text ?? '', notes: [gold[0]?.note ?? ''] };
  const wrong = { text: `It was ${otherValues[0]}.`, notes: ['diary/2025-09-01.md'] };

  it('tells another time from the right one, and whether the time said is the one asked for', () => {
    const month = question.about?.from?.slice(0, 7) ?? '';
    expect(judgeTime(question, { units: [right], asOf: month })).toEqual({
      first: true,
      inThree: true,
      otherTime: false,
      abstained: false,
      asOf: true,
    });
    expect(judgeTime(question, { units: [wrong, right], asOf: '2031' })).toMatchObject({
      first: false,
      inThree: true,
      otherTime: true,
      asOf: false,
    });
    expect(judgeTime(question, { units: [], asOf: null })).toMatchObject({ abstained: true, asOf: null });
  });

  it('takes a history in any order, whole', () => {
    const units = (...texts: string[]) => texts.map((text) => ({ text, notes: [] }));
    const history = { values: ['Lisbon', 'Porto', 'Braga'] };
    expect(showsAll(history, units('Braga now, was Porto', 'was Lisbon'))).toBe(true);
    expect(showsAll(history, units('Porto', 'Lisbon', 'Braga'))).toBe(true);
    expect(showsAll(history, units('Lisbon', 'Braga'))).toBe(false);
  });
});
