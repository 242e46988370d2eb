import type { ListedNote } from './listed-note.ts';

/** The path of the note that a link means: by its path, its path without `.md`, or its name (the shortest path first). Null if there is none. */
export function findLinked(notes: readonly ListedNote[], target: string): string | null {
  const wanted = target
    .replace(/[#^].*$/su, '')
    .replace(/^\.?\//u, '')
    .replace(/\.md$/iu, '')
    .toLowerCase();
  const named = notes.filter(({ path }) => {
    const own = path.replace(/\.md$/iu, '').toLowerCase();
    return own === wanted || own.endsWith(`/${wanted}`);
  });
  const [first] = named.sort((a, b) => a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
  return first?.path ?? null;
}
