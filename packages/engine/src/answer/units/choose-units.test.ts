import type { AskedKind } from '@memora/language/asked';
import { expect, it } from 'vitest';
import type { Evidence, EvidenceWord } from '../evidence/evidence.ts';
import { answersAsked } from './answers-asked.ts';
import { chooseUnits, type RatedUnit } from './choose-units.ts';
import { readTraits } from './read-traits.ts';
import type { Unit } from './unit.ts';

/** A unit of one item with these words; of the question it holds those with a mark. What has two marks is rarer. */
function unitOf(text: string, told: string): Unit {
  const parts = told.split(' ');
  const all = parts.length + parts.filter((each) => each.endsWith('!!')).length;
  const words = parts.map((each): EvidenceWord => {
    const held = each.endsWith('!') ? 1 : 0;
    const share = (each.endsWith('!!') ? 2 : 1) / all;
    return { word: each.replace(/!+$/u, ''), share, held, own: held, documents: 9 };
  });
  const coverage = words.reduce((sum, { share, held }) => sum + share * held, 0);
  const headings = { notePath: 'notes.md', noteTitle: 'Notes', headingPath: [] };
  const evidence = { words, coverage, ownCoverage: coverage, text } as unknown as Evidence;
  const found = {
    ...headings,
    passage: null,
    evidence: [evidence],
    score: 1,
    coverage,
    ownCoverage: coverage,
  };
  const block = {
    kind: 'item',
    mark: '-',
    depth: 0,
    lines: [{ text, claims: [] }],
    oneALine: true,
    passage: null,
  } as const;
  return { ...headings, blocks: [block], found: [found], score: 1 };
}

function answers(text: string, told: string, asked: AskedKind, question: string): boolean {
  const unit = unitOf(text, told);
  return answersAsked(unit, readTraits(unit), asked, question);
}

it('answers by nothing that lacks its subject and holds less than most of the rest', () => {
  const question = 'Can filters be shared with another user?';
  expect(
    answers('Text that users selected before it was shared.', 'filters shared! user!', 'yes-no', question),
  ).toBe(false);
  expect(answers('A filter is shared by its link.', 'filters! shared! user', 'yes-no', question)).toBe(true);
});

it('tells nobody how by one word of several, nor by a list of links', () => {
  const question = 'How do I compile a kernel driver?';
  expect(answers('It could be an issue of a driver.', 'compile kernel driver!!', 'how-to', question)).toBe(
    false,
  );
  expect(
    answers('Build the driver in the kernel tree.', 'compile kernel! driver!!', 'how-to', question),
  ).toBe(true);
  const asked = 'How do I build a slow kernel driver at home?';
  const words = 'build! slow kernel! driver! home';
  expect(answers('Build the kernel and its driver.', words, 'how-to', asked)).toBe(true);
  expect(answers('[Build the kernel and its driver](https://example.org)', words, 'how-to', asked)).toBe(
    false,
  );
});

it('takes switching for a word that says little', () => {
  const question = 'How do I switch off the horn of the boat?';
  expect(answers('The horn has a lever of its own.', 'switch horn!', 'how-to', question)).toBe(true);
});

function rated(words: string, change: Partial<RatedUnit>): RatedUnit {
  const traits = {
    answers: true,
    fits: true,
    coverage: 1,
    isNamed: true,
    isProperty: false,
    isAbout: true,
    leads: false,
  };
  return {
    unit: unitOf(words, `${words}!`),
    worth: 1,
    ...traits,
    said: new Set([words]),
    lines: 1,
    words,
    ...change,
  };
}

const shown = (units: readonly RatedUnit[], asked: AskedKind) =>
  chooseUnits(units, asked).map(({ blocks }) => blocks[0]?.lines[0]?.text);

it('begins with nothing that stands near the answer and holds little of the question', () => {
  const near = rated('near', { worth: 1.1, answers: false, coverage: 0.5 });
  expect(shown([near, rated('answer', {})], 'how-to')).toEqual(['answer']);
  expect(shown([{ ...near, coverage: 0.9 }, rated('answer', {})], 'how-to')).toEqual(['near', 'answer']);
});

it('looks for how something is done among what can tell it', () => {
  const others = ['a', 'b', 'c'].map((words) => rated(words, { worth: 1.2, answers: false, fits: false }));
  expect(shown([...others, rated('answer', {})], 'how-to')).toEqual(['answer']);
  expect(shown([...others, rated('answer', {})], 'which')).toEqual([]);
});
