/** A note as an index remembers or finds it. */
export interface NoteVersion {
  readonly path: string;
  /** Id of the frontmatter; `null` where it has none. */
  readonly frontmatterId: string | null;
  /** Any digest of the whole file. */
  readonly contentHash: string;
}

export interface NoteRename {
  readonly from: string;
  readonly to: string;
  readonly by: 'id' | 'content';
}

/**
 * Pairs paths that vanished with paths that appeared: the same frontmatter id first, then the same content. Where several
 * match, nearest names win: same file name, then same folder, then order of code units. Each path is used once.
 */
export function detectRenames(before: Iterable<NoteVersion>, now: Iterable<NoteVersion>): NoteRename[] {
  const old = new Map([...before].map((note) => [note.path, note]));
  const current = new Map([...now].map((note) => [note.path, note]));
  const gone = [...old.values()].filter(({ path }) => !current.has(path)).sort(byPath);
  const fresh = new Set([...current.values()].filter(({ path }) => !old.has(path)).sort(byPath));
  const renames: NoteRename[] = [];
  const pair = (by: NoteRename['by'], key: (note: NoteVersion) => string | null) => {
    for (const note of gone) {
      if (renames.some(({ from }) => from === note.path)) continue;
      const wanted = key(note);
      if (wanted === null) continue;
      const matches = [...fresh].filter((candidate) => key(candidate) === wanted);
      const [best] = matches.sort((a, b) => distance(note.path, a.path) - distance(note.path, b.path));
      if (best === undefined) continue;
      fresh.delete(best);
      renames.push({ from: note.path, to: best.path, by });
    }
  };
  pair('id', (note) => note.frontmatterId);
  pair('content', (note) => note.contentHash);
  return renames;
}

function distance(a: string, b: string): number {
  const [nameA, nameB] = [a.slice(a.lastIndexOf('/') + 1), b.slice(b.lastIndexOf('/') + 1)];
  if (nameA === nameB) return 0;
  return a.slice(0, a.lastIndexOf('/') + 1) === b.slice(0, b.lastIndexOf('/') + 1) ? 1 : 2;
}

function byPath(a: NoteVersion, b: NoteVersion): number {
  return a.path < b.path ? -1 : 1;
}
