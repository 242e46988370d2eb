import { expect, it } from 'vitest';
import { verifyAgainst, verifyAgainstStream } from '../documents.ts';

const documents = { 'lease.md': '# Lease\n\nRent is 900 EUR a month. Pets are not allowed.\n' };

async function stream(answer: string, size: number, options = {}) {
  const input = new ReadableStream<string>({
    start(controller) {
      for (let at = 0; at < answer.length; at += size) controller.enqueue(answer.slice(at, at + size));
      controller.close();
    },
  });
  const parts = [];
  for await (const part of input.pipeThrough(verifyAgainstStream({ documents, ...options })))
    parts.push(part);
  return parts;
}

it('gives what the whole answer gives, statement by statement, however it is cut', async () => {
  const answer =
    'Rent is 900 EUR a month [1], and it is a scandal. Pets are allowed [lease.md]. Pets are not allowed (lease.md).';
  const report = await verifyAgainst({ documents, answer });
  expect(report.cleanText).toBe('Rent is 900 EUR a month [1]. Pets are not allowed (lease.md).');
  for (const size of [1, 5, 1_000]) {
    const parts = await stream(answer, size);
    expect(parts.at(-1)).toEqual({ type: 'report', report });
    expect(parts.map((part) => (part.type === 'text' ? part.text : '')).join('')).toBe(report.cleanText);
    expect(parts.filter(({ type }) => type === 'correction')).toHaveLength(2);
  }
});

it('ends where it is aborted, and between two statements of a whole answer', async () => {
  const abort = new AbortController();
  abort.abort(new Error('enough'));
  await expect(stream('Tea [1].', 1, { signal: abort.signal })).rejects.toThrow('enough');
  const later = new AbortController();
  const answer = Array.from({ length: 3_000 }, (_, i) => `Rent of ${i} is 900 EUR a month or more [1].`).join(
    ' ',
  );
  setTimeout(() => later.abort(new Error('enough')), 0);
  await expect(verifyAgainst({ documents, answer, signal: later.signal })).rejects.toThrow('enough');
});

it('leaves no invisible character in clean text', async () => {
  const hidden = '\u200b\u034f\u061c\u180e\ufe00\u{e0041}\u{e0101}\u2066\u3164\u00ad';
  const answer = `Rent is 900 EUR a month [1]${hidden}.${hidden} Pets are not allowed [1].${hidden}`;
  expect((await verifyAgainst({ documents, answer })).cleanText).toBe(
    'Rent is 900 EUR a month [1]. Pets are not allowed [1].',
  );
});
