import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createDocumentClaims, readMarkers, type VerifyAgainstInput, verifyAgainst } from '../documents.ts';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from './verify-citations.ts';
import { verifyStream } from './verify-stream.ts';

/*
 * Handwritten answers with their claims. A case consists of `# line flags`, the claims `A: …`, the answer `>
 * …` (`\n` is a line break, `[A]` the marker of A) and the clean text `< …` (`=` the answer itself, `-` where
 * nothing stays). A flag for each statement in order says whether it is true. `judge` after the flags: only a
 * reader can decide, and the clean text is the result with a perfect judge.
 */
const written = new URL('../testing-fixtures/written/', import.meta.url);

interface Case {
  readonly line: string;
  readonly flags: string;
  readonly isJudged: boolean;
  readonly claims: readonly (readonly [string, string])[];
  readonly answer: string;
  readonly clean: string;
}

function readCases(file: string): Case[] {
  return readFileSync(new URL(file, written), 'utf8')
    .trim()
    .split('\n\n')
    .map((block) => {
      const [, line = '', flags = '', judge] = /^# (\S+) ([+-]+)( judge)?$/mu.exec(block) ?? [];
      const claims = [...block.matchAll(/^([A-Z]): (.+)$/gmu)].map(
        ([, key = '', text = '']) => [key, text] as const,
      );
      const answer = /^> (.+)$/mu.exec(block)?.[1] ?? '';
      return {
        line,
        flags,
        isJudged: judge !== undefined,
        claims,
        answer,
        clean: /^< (.+)$/mu.exec(block)?.[1] ?? '',
      };
    });
}

/** The texts of a case with markers. */
function write({ answer, clean }: Case, markerOf: (key: string) => string | undefined) {
  const toText = (text: string) =>
    text.replaceAll('\\n', '\n').replace(/\[([A-Z])\]/gu, (whole, key: string) => markerOf(key) ?? whole);
  return {
    answer: toText(answer),
    clean: clean === '=' ? toText(answer) : clean === '-' ? '' : toText(clean),
  };
}

/** A case over documents, cited by number. */
function setup(written: Case) {
  const keys = written.claims.map(([key]) => key);
  return {
    documents: Object.fromEntries(written.claims.map(([key, text]) => [`${key}.md`, text])),
    ...write(written, (key) => (keys.includes(key) ? `[${keys.indexOf(key) + 1}]` : undefined)),
  };
}

const files = readdirSync(written);
const verify = (input: VerifyAgainstInput) => verifyAgainst(input);

it('has 300 answers and more, 27 and more in each of eleven languages, no two of them alike', () => {
  const all = files.map((file) => readCases(file));
  expect(all.filter((cases) => cases.length >= 27).length).toBeGreaterThanOrEqual(11);
  const answers = all.flat().map(({ answer }) => answer);
  expect(answers.length).toBeGreaterThanOrEqual(300);
  expect(new Set(answers).size).toBe(answers.length);
});

describe.each(files)('answers written by hand: %s', (file) => {
  const cases = readCases(file);

  it.each(cases.filter(({ isJudged }) => !isJudged))('$line: $answer', async (each) => {
    const { documents, answer, clean } = setup(each);
    const report = await verify({ documents, answer });
    expect(report.cleanText).toBe(clean);
    expect((await verify({ documents, answer: clean })).cleanText).toBe(clean);
    // A judge without verdicts changes nothing.
    expect((await verify({ documents, answer, judge: async () => [] })).cleanText).toBe(clean);
    const { list, ...ports } = createDocumentClaims(documents, { unit: 'document' });
    const markers = readMarkers(['number'], (n) => list.slice(Number(n) - 1, Number(n)).map(({ id }) => id));
    for (const size of [1, 7]) {
      const pieces = answer.match(new RegExp(`[\\s\\S]{1,${size}}`, 'gu')) ?? [];
      const input = new ReadableStream<string>({
        start(controller) {
          for (const piece of pieces) controller.enqueue(piece);
          controller.close();
        },
      });
      let text = '';
      for await (const part of input.pipeThrough(verifyStream({ ...ports, markers })))
        if (part.type === 'text') text += part.text;
      expect(text).toBe(clean);
    }
    // The same if everything cited is in one note.
    const notes = createCitedNotes({ 'a.md': each.claims.map(([, text]) => text).join('\n\n') });
    const cited = new Map(each.claims.map(([key, text]) => [key, notes.cite('a.md', text)]));
    const near = write(each, (key) => cited.get(key));
    expect((await verifyCitations(near.answer, notes.ports)).cleanText).toBe(near.clean);
  });

  it.each(cases.filter(({ isJudged }) => isJudged))('for a judge, $line: $answer', async (each) => {
    const { documents, answer, clean } = setup(each);
    const unjudged = await verify({ documents, answer });
    expect(unjudged.statements.filter(({ wording, kept }) => kept && wording === 'quoted')).toEqual([]);
    const verdict = each.flags.includes('+') ? 'supported' : 'contradicted';
    const report = await verify({
      documents,
      answer,
      judge: async ({ statements }) =>
        statements.map(({ index, evidence }) => ({ index, verdict, quote: evidence[0]?.quote })),
    });
    expect(report.cleanText).toBe(clean);
    expect(report.judgedCount).toBeGreaterThan(0);
  });
});
