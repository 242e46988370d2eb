import type { ParsedNote, Segment } from '@memora/vault';

/** Segments that go to the model in one request. */
export interface SegmentChunk {
  /** Indices into the note's segments; the model sees them numbered from 1. */
  readonly segments: readonly number[];
  /** The segment before the first one, as context only; null at the start of the note and if its band differs. */
  readonly before: number | null;
  /** How often the chunk was halved after truncated replies. */
  readonly halved: number;
}

/** Groups the requested segments into requests of at most `maxBytes` of text; a longer segment gets its own request. */
export function chunkSegments(note: ParsedNote, asked: readonly number[], maxBytes: number): SegmentChunk[] {
  const chunks: SegmentChunk[] = [];
  let current: number[] = [];
  let size = 0;
  const flush = (): void => {
    const [first] = current;
    if (first === undefined) return;
    chunks.push({ segments: current, before: contextOf(note, first), halved: 0 });
    current = [];
    size = 0;
  };
  for (const index of asked) {
    const segment = note.segments[index] as Segment;
    const bytes = segment.span.end - segment.span.start;
    if (size + bytes > maxBytes) flush();
    current.push(index);
    size += bytes;
  }
  flush();
  return chunks;
}

/** Splits the segments into this many requests. */
export function splitChunk(
  note: ParsedNote,
  segments: readonly number[],
  parts: number,
  halved = 0,
): SegmentChunk[] {
  const size = Math.ceil(segments.length / parts);
  const chunks: SegmentChunk[] = [];
  for (let at = 0; at < segments.length; at += size) {
    const part = segments.slice(at, at + size);
    chunks.push({ segments: part, before: contextOf(note, part[0] as number), halved });
  }
  return chunks;
}

function contextOf(note: ParsedNote, first: number): number | null {
  const before = note.segments[first - 1];
  const own = note.segments[first];
  if (before === undefined || before.kind === 'heading' || before.band !== own?.band) return null;
  return first - 1;
}
