import { type NoteTurn, parseNote, readTurns } from '@memora/vault';
import { checkSum } from '../learning/open-learning-log.ts';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/**
 * A daily note without the lines that batches wrote. A line is identified by its check sum, so lines that
 * somebody edited stay.
 */
export function cutDailyLines(
  bytes: Uint8Array,
  written: readonly { readonly batch: string; readonly sum: string }[],
): { readonly bytes: Uint8Array; readonly cut: number } {
  const left = [...written];
  let cut = 0;
  const lines = decoder.decode(bytes).split(/(?<=\n)/u);
  const kept = lines.filter((line) => {
    if (!line.startsWith('- ')) return true;
    const entry = encoder.encode(line.trimEnd());
    const at = left.findIndex(({ batch, sum }) => checkSum(batch, entry) === sum);
    if (at < 0) return true;
    left.splice(at, 1);
    cut++;
    return false;
  });
  return { bytes: encoder.encode(kept.join('')), cut };
}

/** A conversation note without some of its turns; the others keep their numbers. */
export function cutTurns(bytes: Uint8Array, path: string, gone: ReadonlySet<number>): Uint8Array {
  const turns = readTurns(parseNote(bytes, { path }));
  const isGone = ({ index }: NoteTurn) => index !== null && gone.has(index);
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const [i, turn] of turns.entries()) {
    if (!isGone(turn)) continue;
    parts.push(bytes.subarray(at, turn.span.start));
    at = turns[i + 1]?.span.start ?? bytes.length;
  }
  parts.push(bytes.subarray(at));
  return Buffer.concat(parts);
}
