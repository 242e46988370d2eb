/** The one difference between two byte sequences: the removed and the inserted bytes. */
interface Splice {
  readonly removed: Buffer;
  readonly inserted: Buffer;
}

/** The splice that turns one byte sequence into the other. */
export function findSplice(before: Buffer, after: Buffer): Splice {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return {
    removed: before.subarray(start, before.length - end),
    inserted: after.subarray(start, after.length - end),
  };
}

/** The bytes with a splice undone; null if the inserted bytes are missing or occur more than once. */
export function takeBack(bytes: Buffer, { removed, inserted }: Splice): Buffer | null {
  const at = inserted.length === 0 ? -1 : bytes.indexOf(inserted);
  if (at < 0 || bytes.indexOf(inserted, at + 1) >= 0) return null;
  return Buffer.concat([bytes.subarray(0, at), removed, bytes.subarray(at + inserted.length)]);
}
