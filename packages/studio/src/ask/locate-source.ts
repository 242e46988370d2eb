import type { SpanLike } from '@memora/core';
import type { Memory } from '@memora/engine';
import { readBandsOnce, readSourceLines } from '@memora/engine';
import type { SourceState } from './answer-view.ts';
import { withoutBullet } from './without-bullet.ts';

/** A cited place at the time of the answer. */
export interface CitedPlace {
  readonly path: string;
  readonly span: SpanLike;
  /** The cited bytes; null if they could not be read then. */
  readonly bytes: Uint8Array | null;
  /** The claim that cites it; null if there is none. */
  readonly claimId: string | null;
}

/** The current position of a cited place. */
export interface LocatedSource {
  readonly state: SourceState;
  /** Bytes of the current file. Null if the cited bytes are not in it. */
  readonly span: SpanLike | null;
  /** The current line at the old place, with secret text starred. Null if the bytes have not changed. */
  readonly now: string | null;
}

/**
 * Looks for the cited bytes in the note on disk: first at their place, then anywhere in it, the nearest first. Text that has become secret counts as changed,
 * unless `reveal` is set.
 */
export async function locateSource(
  memory: Pick<Memory, 'readNote' | 'settings'>,
  { path, span, bytes: cited }: Omit<CitedPlace, 'claimId'>,
  reveal = false,
): Promise<LocatedSource> {
  const bytes = await memory.readNote(path);
  if (bytes === null) return { state: 'gone', span: null, now: null };
  if (cited !== null && cited.length > 0) {
    const found = findBytes(bytes, cited, span.start);
    if (found !== null && (reveal || !(await isSecret(memory, path, bytes, found))))
      return { state: found.start === span.start ? 'same' : 'moved', span: found, now: null };
    if (found !== null) return { state: 'changed', span: null, now: null };
  }
  return { state: 'changed', span: null, now: await readLineNow(memory, bytes, span.start) };
}

/** True if a cited place is secret now, or may be: a note with a secret may hide the words that are gone from it. */
export async function isHiddenNow(
  memory: Pick<Memory, 'readNote' | 'settings'>,
  { path, span, bytes: cited }: Omit<CitedPlace, 'claimId'>,
): Promise<boolean> {
  const bytes = await memory.readNote(path);
  if (bytes === null) return false;
  const found = cited === null || cited.length === 0 ? null : findBytes(bytes, cited, span.start);
  return isSecret(memory, path, bytes, found ?? { start: 0, end: bytes.length });
}

function findBytes(bytes: Uint8Array, cited: Uint8Array, near: number): SpanLike | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (Buffer.compare(buffer.subarray(near, near + cited.length), cited) === 0)
    return { start: near, end: near + cited.length };
  const before = buffer.lastIndexOf(cited, Math.max(0, near));
  const after = buffer.indexOf(cited, near);
  const nearest = [before, after]
    .filter((at) => at >= 0)
    .sort((a, b) => Math.abs(a - near) - Math.abs(b - near));
  const [start] = nearest;
  return start === undefined ? null : { start, end: start + cited.length };
}

async function isSecret(
  { settings }: Pick<Memory, 'settings'>,
  path: string,
  bytes: Uint8Array,
  span: SpanLike,
): Promise<boolean> {
  const { defaultNotePrivacy: defaultBand, detector } = settings.config.privacy;
  const { band, regions } = await readBandsOnce(bytes, path, { defaultBand, detector });
  return (
    band === 'secret' ||
    regions.some(({ band: each, start, end }) => each === 'secret' && start < span.end && end > span.start)
  );
}

async function readLineNow(
  { settings }: Pick<Memory, 'settings'>,
  bytes: Uint8Array,
  near: number,
): Promise<string | null> {
  if (near >= bytes.length) return null;
  const { defaultNotePrivacy: defaultBand, detector } = settings.config.privacy;
  const options = { defaultBand, detector, around: 400 };
  const line = await readSourceLines(bytes, { start: near, end: near }, options).catch(() => null);
  const text = withoutBullet(line?.text ?? '');
  return text === '' ? null : text;
}
