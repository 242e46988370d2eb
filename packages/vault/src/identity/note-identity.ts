/** The region of a note: its folder without a leading `semantic/`, `episodic/` or `procedural/`; `default` for none. */
export function regionOf(path: string): string {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const region = folder.replace(/^(?:semantic|episodic|procedural)(?:\/|$)/i, '');
  return region === '' ? 'default' : region.normalize('NFC');
}

/** A path without its folder and without `.md` or `.markdown`. */
export function noteName(path: string): string {
  return withoutExtension(path.slice(path.lastIndexOf('/') + 1));
}

/** A path without `.md` or `.markdown`. */
export function withoutExtension(path: string): string {
  return path.replace(/\.(?:md|markdown)$/i, '');
}

/**
 * Makes a note id from a path, for notes without an id in their frontmatter: NFC, lower case; letters, marks, digits and symbols of any script are kept, and
 * everything else becomes a hyphen. A name of punctuation only is spelled as code points, so it stays unique.
 */
export function slugOfPath(path: string): string {
  return withoutExtension(path).split('/').map(slugOfName).join('/');
}

function slugOfName(name: string): string {
  if (PLAIN_NAME.test(name)) return name;
  const slug = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{S}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  if (slug !== '') return slug;
  return Array.from(name, (character) => `u${character.codePointAt(0)?.toString(16)}`).join('-');
}

const PLAIN_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
