import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryAnswer, cut } from './testing-fixtures/arbitrary-answer.ts';
import { createCitedNotes } from './testing-fixtures/cited-notes.ts';
import { verifyCitations } from './verify-citations.ts';
import { type StreamOptions, type VerifiedPart, verifyStream } from './verify-stream.ts';

function setup() {
  const notes = createCitedNotes({
    'a.md': 'Tea is hot. Ice is cold. Rent is 900 EUR. The limit is 10. 茶は熱いです。',
  });
  const markers = [
    'Tea is hot.',
    'Ice is cold.',
    'Rent is 900 EUR.',
    'The limit is 10.',
    '茶は熱いです。',
  ].map((words) => notes.cite('a.md', words));
  return { notes, markers };
}

async function stream(pieces: readonly string[], options: StreamOptions) {
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

function textOf(parts: readonly VerifiedPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

describe('verifyStream', () => {
  it('gives the text and report of the batch call, however the answer is cut', async () => {
    const { notes, markers } = setup();
    await fc.assert(
      fc.asyncProperty(
        arbitraryAnswer(markers),
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom('strip', 'annotate'),
        async (answer, sizes, mode) => {
          const options = { ...notes.ports, mode } as const;
          const batch = await verifyCitations(answer, options);
          const parts = await stream(cut(answer, sizes), options);
          expect(parts.at(-1)).toEqual({ type: 'report', report: batch });
          expect(textOf(parts)).toBe(batch.cleanText);
        },
      ),
      { numRuns: 200, seed: 16 },
    );
  });

  it('decides every statement once', async () => {
    const { notes, markers } = setup();
    await fc.assert(
      fc.asyncProperty(arbitraryAnswer(markers), async (answer) => {
        const parts = await stream([answer], notes.ports);
        const decided = parts.filter((part) => part.type === 'statement' || part.type === 'correction');
        const report = parts.at(-1);
        if (report?.type !== 'report') throw new Error('no report');
        expect(decided.map(({ index }) => index).sort((a, b) => a - b)).toEqual(
          report.report.statements.map((_, i) => i),
        );
        for (const { type, statement } of decided) expect(type === 'statement').toBe(statement.supported);
      }),
      { numRuns: 100, seed: 16 },
    );
  });
});
