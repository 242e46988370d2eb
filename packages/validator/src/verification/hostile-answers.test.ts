import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createStatementScanner } from '../statements/statement-scanner.ts';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from './verify-citations.ts';
import { type VerifiedPart, verifyStream } from './verify-stream.ts';

/*
 * Handwritten answers that try to keep statements without support, with the verdict and clean text that the
 * contract requires. To add a case, add three lines to a file of testing-fixtures/hostile: verdict, answer
 * (`\n` is a line break, `[T]` the marker of the note's sentence T), clean text (`=` the answer itself, `-`
 * where nothing stays).
 */
const folder = new URL('../testing-fixtures/hostile/', import.meta.url);

interface Case {
  readonly verdict: string;
  readonly answer: string;
  readonly clean: string;
}

function readCases(file: string) {
  const [head = '', ...rest] = readFileSync(new URL(file, folder), 'utf8').split('\n\n');
  const sentences = [...head.matchAll(/^\[([A-Z])\] (.+)$/gmu)].map(
    ([, key = '', text = '']) => [key, toText(text)] as const,
  );
  const notes = createCitedNotes({ 'a.md': sentences.map(([, text]) => text).join(' ') });
  const markers = new Map(sentences.map(([key, text]) => [key, notes.cite('a.md', text)]));
  const write = (text: string) =>
    toText(text).replace(/\[([A-Z])\]/gu, (whole, key: string) => markers.get(key) ?? whole);
  const cases = rest.map((lines): Case => {
    const [verdict = '', answer = '', clean = ''] = lines.trim().split('\n');
    return {
      verdict,
      answer: write(answer),
      clean: clean === '=' ? write(answer) : clean === '-' ? '' : write(clean),
    };
  });
  return { notes, cases };
}

function toText(text: string): string {
  return text.replaceAll('\\n', '\n').replaceAll('\\u2028', '\u2028').replaceAll('\\r', '\r');
}

async function stream(answer: string, options: Parameters<typeof verifyStream>[0]) {
  const parts: VerifiedPart[] = [];
  const input = new ReadableStream<string>({
    start(controller) {
      for (const unit of answer.split('')) controller.enqueue(unit);
      controller.close();
    },
  });
  for await (const part of input.pipeThrough(verifyStream(options))) parts.push(part);
  return parts;
}

const files = readdirSync(folder).filter((name) => name.endsWith('.txt'));

it('has at least 300 answers in eleven languages', () => {
  expect(files.length).toBeGreaterThanOrEqual(11);
  const count = files.reduce((sum, file) => sum + readCases(file).cases.length, 0);
  expect(count).toBeGreaterThanOrEqual(300);
});

describe.each(files)('hostile answers of %s', (file) => {
  const { notes, cases } = readCases(file);

  it.each(cases)('$verdict: $answer', async ({ verdict, answer, clean }) => {
    const report = await verifyCitations(answer, notes.ports);
    expect([report.cleanText, report.verdict]).toEqual([clean, verdict]);
    const again = await verifyCitations(clean, notes.ports);
    expect(again.cleanText).toBe(clean);
    expect(['verified', 'empty']).toContain(again.verdict);
    const parts = await stream(answer, notes.ports);
    expect(parts.at(-1)).toEqual({ type: 'report', report });
    expect(parts.map((part) => (part.type === 'text' ? part.text : '')).join('')).toBe(clean);
  });

  it('reads each the same however it is cut in two', () => {
    for (const { answer } of cases) {
      const whole = createStatementScanner().end(answer);
      for (let at = 1; at < answer.length; at++) {
        const scanner = createStatementScanner();
        const first = scanner.push(answer.slice(0, at));
        const { units, tail } = scanner.end(answer.slice(at));
        expect({ units: [...first, ...units], tail }).toEqual(whole);
      }
    }
  });
});
