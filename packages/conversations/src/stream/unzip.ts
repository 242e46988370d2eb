import { Unzip, type UnzipFile, UnzipInflate } from 'fflate';

/** A part of an archive: each wanted entry begins, yields its bytes, and ends; or a fault is reported. */
export type ArchivePart =
  | { readonly entry: string }
  | { readonly bytes: Uint8Array }
  | { readonly end: true }
  | { readonly fault: 'damaged' | 'too-large' };

/** Compressed bytes that are read at once; they may expand a thousandfold. */
const AT_ONCE = 8 * 1024;
/** The highest accepted compression ratio. JSON shrinks to a fifth, rarely to a fiftieth; a large entry that shrinks further was made to attack. */
const MOST_TIMES = 200;
const LARGE = 64 * 1024 * 1024;

/** The signature at the end of every archive, before its comment. */
const END_OF_ARCHIVE = Buffer.from('PK\u0005\u0006', 'latin1');
const TAIL = 1_024;

/** The wanted entries of a ZIP archive, in its order. Needs a few megabytes of memory, whatever the size of the archive. */
export async function* unzip(
  whole: AsyncIterable<Uint8Array>,
  isWanted: (name: string) => boolean,
): AsyncGenerator<ArchivePart> {
  const parts: ArchivePart[] = [];
  const archive = new Unzip();
  archive.register(UnzipInflate);
  let isOpen = false;
  let isOver = false;
  archive.onfile = (file: UnzipFile) => {
    if (!isWanted(file.name)) return;
    let size = 0;
    let start = true;
    file.ondata = (error, bytes, isLast) => {
      if (isOver) return;
      if (start) {
        parts.push({ entry: file.name });
        isOpen = true;
        start = false;
      }
      if (error !== null) {
        parts.push({ fault: 'damaged' });
        isOver = true;
        return;
      }
      size += bytes.length;
      if (size > LARGE && size > MOST_TIMES * read) {
        parts.push({ fault: 'too-large' });
        isOver = true;
        return;
      }
      if (bytes.length > 0) parts.push({ bytes });
      if (isLast) {
        parts.push({ end: true });
        isOpen = false;
      }
    };
    file.start();
  };
  let read = 0;
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of whole) {
    for (let at = 0; at < chunk.length && !isOver; at += AT_ONCE) {
      const slice = chunk.slice(at, at + AT_ONCE);
      read += slice.length;
      try {
        archive.push(slice);
      } catch {
        // An exception here means that the bytes are not a valid archive from this point on.
        parts.push({ fault: 'damaged' });
        isOver = true;
      }
      yield* parts.splice(0);
    }
    if (isOver) return;
    tail = Buffer.concat([tail, chunk.subarray(-TAIL)]).subarray(-TAIL);
  }
  if (isOpen || !tail.includes(END_OF_ARCHIVE)) yield { fault: 'damaged' };
}
