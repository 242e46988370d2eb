import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryAnswer, cut } from '../testing-fixtures/arbitrary-answer.ts';
import { citeSentences, createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from './verify-citations.ts';
import { type StreamOptions, type VerifiedPart, verifyStream } from './verify-stream.ts';

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
    const { notes, markers } = citeSentences();
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
      { numRuns: sampleOf(200), seed: 16 },
    );
  });

  it('reads a note once that several statements cite', async () => {
    const notes = createCitedNotes({ 'lease.md': 'Rent is 900 EUR a month. Pets are not allowed.\n' });
    const said = (words: string) => `${words} ${notes.cite('lease.md', words)}\n\n`;
    await stream([said('Rent is 900 EUR a month.'), said('Pets are not allowed.')], notes.ports);
    expect(notes.reads).toEqual(['lease.md']);
  });

  it('decides every statement once', async () => {
    const { notes, markers } = citeSentences();
    await fc.assert(
      fc.asyncProperty(arbitraryAnswer(markers), async (answer) => {
        const parts = await stream([answer], notes.ports);
        const decided = parts.filter((part) => part.type === 'statement' || part.type === 'correction');
        const report = parts.at(-1);
        if (report?.type !== 'report') throw new Error('no report');
        expect(decided.map(({ index }) => index).sort((a, b) => a - b)).toEqual(
          report.report.statements.map((_, i) => i),
        );
        for (const { type, statement } of decided) expect(type === 'statement').toBe(statement.kept);
      }),
      { numRuns: sampleOf(100), seed: 16 },
    );
  });
});

describe('back-pressure and memory of a stream', () => {
  it('reads no more of the answer than its reader asks for', async () => {
    const { notes, markers } = citeSentences();
    let produced = 0;
    const input = new ReadableStream<string>(
      {
        pull(controller) {
          produced++;
          controller.enqueue(`Tea is hot ${markers[0]}. `);
        },
      },
      { highWaterMark: 0 },
    );
    const reader = input.pipeThrough(verifyStream(notes.ports)).getReader();
    for (let i = 0; i < 10; i++) await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(produced).toBeLessThan(16);
    await reader.cancel();
  });

  it('holds back one statement at most', async () => {
    const { notes, markers } = citeSentences();
    const transform = verifyStream(notes.ports);
    const writer = transform.writable.getWriter();
    const texts: string[] = [];
    const reading = (async () => {
      for await (const part of transform.readable) if (part.type === 'text') texts.push(part.text);
    })();
    for (let i = 0; i < 20; i++) {
      await writer.write(`Tea is hot ${markers[0]}. `);
      await new Promise((resolve) => setTimeout(resolve, 0));
      expect(texts.length).toBeGreaterThanOrEqual(i - 1);
    }
    await writer.close();
    await reading;
    expect(texts).toHaveLength(20 + 1);
  });

  it.each([
    ['words', 'tea and ', 4_000],
    ['a script without stops', 'ชาร้อน', 4_000],
    ['markers', '[claim:0000000000000000]', 1_500],
    ['lines', 'tea\n', 4_000],
  ])('comes to the end of a statement of %s that is cut into many pieces', async (_, piece, count) => {
    const { notes, markers } = citeSentences();
    const answer = `Tea is hot ${markers[0]}. ${piece.repeat(count)} ice ${markers[1]}. Tea is hot ${markers[0]}.`;
    const parts = await stream(cut(answer, [1, 2, 5]), notes.ports);
    const batch = await verifyCitations(answer, notes.ports);
    expect(textOf(parts)).toBe(batch.cleanText);
    expect(parts.at(-1)).toEqual({ type: 'report', report: batch });
  });

  it('withdraws what it gave out when an uncited statement ends the answer', async () => {
    const { notes, markers } = citeSentences();
    const options = { ...notes.ports, uncited: 'fail' } as const;
    const parts = await stream(
      [`Tea is hot ${markers[0]}. `, 'It rains. ', `Ice is cold ${markers[1]}.`],
      options,
    );
    expect(parts.map(({ type }) => type)).toContain('retract');
    expect(
      parts.slice(parts.findIndex(({ type }) => type === 'retract')).filter(({ type }) => type === 'text'),
    ).toEqual([]);
    expect(parts.at(-1)).toMatchObject({ report: { verdict: 'rejected', cleanText: '' } });
  });

  it('errors under mode throw with the report, and with the reason when aborted', async () => {
    const { notes, markers } = citeSentences();
    await expect(stream(['It rains.'], { ...notes.ports, mode: 'throw' })).rejects.toMatchObject({
      code: 'CITATIONS_REJECTED',
    });
    const aborted = { ...notes.ports, signal: AbortSignal.abort(new Error('enough')) };
    await expect(stream([`Tea is hot ${markers[0]}.`], aborted)).rejects.toThrow('enough');
  });
});
