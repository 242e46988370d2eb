import { splitLines } from '@memora/conversations/internal';
import type { ForeignMemory, StoreProblem } from '../foreign-memory.ts';

/** A bullet, a number or a date before the text of a line. */
const MARK = /^\s*(?:[-*•+]\s+|\d{1,6}[.)]\s+)?(?:\[(\d{4}-\d{2}-\d{2})\][\s:–-]*)?/u;
const FENCE = /^\s*(?:```|~~~)/u;

/** Reads a plain list: one memory per line. */
export async function* readList(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
): AsyncGenerator<ForeignMemory | StoreProblem> {
  for await (const part of splitLines(chunks, mostBytes)) {
    const { number, start } = part;
    if ('fault' in part) {
      yield { problem: 'TOO_LARGE', file, number, message: `A line has more than ${mostBytes} bytes.` };
      continue;
    }
    const line = new TextDecoder().decode(part.bytes);
    const [mark = '', day] = MARK.exec(line) ?? [];
    const text = line.slice(mark.length).trim();
    if (FENCE.test(line) || /^#{1,6}\s/u.test(line) || !/[\p{L}\p{N}]/u.test(text)) continue;
    yield {
      provider: 'list',
      format: 'list',
      id: `line-${number}`,
      text,
      entity: null,
      kind: null,
      createdAt: day === undefined ? null : `${day}T00:00:00Z`,
      updatedAt: null,
      scope: null,
      origin: 'unknown',
      source: null,
      band: 'private',
      tags: [],
      file,
      span: { start, end: start + part.bytes.length },
      line: number,
    };
  }
}
