import type { ZipArchive } from './open-zip.ts';

/** The parts of an archive, each returned once. A file of a few kilobytes may name the same part ten thousand times. */
export interface PartsOnce {
  /** Null for a part that is missing, was returned before, or exceeds the budget. */
  readonly text: (path: string) => string | null;
  /**
   * The result of converting a part, such as a chart, that several other parts may show. It is converted
   * once, and the result is returned again until the repetitions total one mebibyte.
   */
  readonly made: (path: string, make: (xml: string) => readonly string[]) => readonly string[];
  /** Notices about parts that were not read; the document is then marked as partial. */
  readonly missing: () => { readonly notices: readonly string[]; readonly made?: 'partial' };
}

/** `mayGoOn` is false once most of the budget is used. */
export function takeOnce(archive: ZipArchive, mayGoOn: () => boolean): PartsOnce {
  const taken = new Set<string>();
  const unread = new Set<string>();
  const made = new Map<string, readonly string[]>();
  let again = 0;
  let room = 2 ** 20;
  const takeText = (path: string): string | null => {
    const text = taken.has(path) ? null : archive.text(path);
    if (taken.has(path)) again++;
    if (text === null) return null;
    // The first part is always read, because a document without parts would be empty.
    if (taken.size > 0 && !mayGoOn()) {
      unread.add(path);
      return null;
    }
    taken.add(path);
    return text;
  };
  return {
    text: takeText,
    made: (path, make) => {
      const before = made.get(path);
      if (before === undefined) {
        const text = takeText(path);
        const first = text === null ? [] : make(text);
        made.set(path, first);
        return first;
      }
      const size = before.reduce((sum, { length }) => sum + length, 0);
      if (size <= room) {
        room -= size;
        return before;
      }
      again++;
      return [];
    },
    missing: () => ({
      notices: [
        ...(again === 0 ? [] : [`Read once: parts that the document names ${again} more times.`]),
        ...(unread.size === 0
          ? []
          : [
              `Not read: ${unread.size} parts, because the others used most of the limit of a source: allow more with --limit.`,
            ]),
      ],
      ...(unread.size === 0 ? {} : { made: 'partial' as const }),
    }),
  };
}
