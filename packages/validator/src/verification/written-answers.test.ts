import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { everyNth } from '../../../../scripts/testing-fixtures/every-nth.ts';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from './verify-citations.ts';
import { type VerifiedPart, verifyStream } from './verify-stream.ts';

/*
 * Answers written by hand, each with its own note: what the contract makes of them. A case of testing-fixtures/written is `# line flags` (the line of the
 * contract, `+` or `-` for each statement of the report in order: supported or not), the claims `A: …`, the answer `> …` (`\n` is a line break,
 * `[A]` the marker of A) and the clean text `< …` (`=` the answer itself, `-` where nothing stays).
 */
const folder = new URL('../testing-fixtures/written/', import.meta.url);

interface Case {
  readonly line: string;
  readonly flags: string;
  readonly claims: ReadonlyMap<string, string>;
  readonly answer: string;
  readonly clean: string;
}

function readCases(file: string): Case[] {
  return readFileSync(new URL(file, folder), 'utf8')
    .trim()
    .split('\n\n')
    .map((block) => {
      const [, line = '', flags = ''] = /^# (\S+) ([+-]+)$/mu.exec(block) ?? [];
      const claims = new Map(
        [...block.matchAll(/^([A-Z]): (.+)$/gmu)].map(([, key = '', text = '']) => [key, text]),
      );
      const answer = /^> (.+)$/mu.exec(block)?.[1] ?? '';
      return { line, flags, claims, answer, clean: /^< (.+)$/mu.exec(block)?.[1] ?? '' };
    });
}

function setup({ claims, answer, clean }: Case) {
  const notes = createCitedNotes({ 'a.md': [...claims.values()].join('\n\n') });
  const markers = new Map([...claims].map(([key, text]) => [key, notes.cite('a.md', text)]));
  const write = (text: string) =>
    text.replaceAll('\\n', '\n').replace(/\[([A-Z])\]/gu, (whole, key: string) => markers.get(key) ?? whole);
  return {
    ports: notes.ports,
    answer: write(answer),
    clean: clean === '=' ? write(answer) : clean === '-' ? '' : write(clean),
  };
}

async function stream(pieces: readonly string[], options: Parameters<typeof verifyStream>[0]) {
  const parts: VerifiedPart[] = [];
  const input = new ReadableStream<string>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  for await (const part of input.pipeThrough(verifyStream(options))) parts.push(part);
  return parts;
}

const files = readdirSync(folder);

it('has 300 answers and more, 27 and more in each of eleven languages, no two of them alike', () => {
  const all = files.map((file) => readCases(file));
  expect(all.filter((cases) => cases.length >= 27).length).toBeGreaterThanOrEqual(11);
  const answers = all.flat().map(({ answer }) => answer);
  expect(answers.length).toBeGreaterThanOrEqual(300);
  expect(new Set(answers).size).toBe(answers.length);
});

describe.each(files)('answers written by hand: %s', (file) => {
  it.each(readCases(file))('$line: $answer', async (written) => {
    const { ports, answer, clean } = setup(written);
    const report = await verifyCitations(answer, ports);
    expect(report.cleanText).toBe(clean);
    const flags = report.statements
      .toSorted((a, b) => a.offset.utf16 - b.offset.utf16)
      .map(({ supported }) => (supported ? '+' : '-'));
    expect(flags.join('')).toBe(written.flags);
    expect((await verifyCitations(clean, ports)).cleanText).toBe(clean);
    const places = Array.from({ length: Math.max(0, answer.length - 1) }, (_, i) => i + 1);
    const cuts = everyNth(places, 5, answer.length).map((at) => [answer.slice(0, at), answer.slice(at)]);
    for (const pieces of [answer.split(''), ...cuts]) {
      const parts = await stream(pieces, ports);
      expect(parts.at(-1)).toEqual({ type: 'report', report });
      expect(parts.map((part) => (part.type === 'text' ? part.text : '')).join('')).toBe(clean);
    }
  });
});
