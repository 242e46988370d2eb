import { splitYamlEntries } from '@memora/vault/internal';

/** The frontmatter of an existing note, and of its document's new version. */
interface HeadVersions {
  /** The entries as they were written, by key; null if they are unknown. */
  readonly base: Readonly<Record<string, string>> | null;
  readonly mine: string;
  readonly theirs: string;
  readonly key: (text: string) => string;
}

interface MergedHead {
  readonly text: string;
  readonly edits: number;
  readonly conflicts: number;
}

/** Keys that describe the version of the note's document. */
const OF_THE_VERSION = new Set([
  'origin',
  'origin_hash',
  'original',
  'encoding',
  'retrieved',
  'extractor',
  'updated',
]);
/** Keys that identify the note since its creation. */
const OF_THE_NOTE = new Set(['id', 'created', 'region']);
const BANDS = ['public', 'private', 'secret'];

/** Merges frontmatter entry by entry. Null if either is not a plain list of entries. */
export function mergeHeads({ base, mine, theirs, key }: HeadVersions): MergedHead | null {
  const [own, other] = [entriesOf(mine), entriesOf(theirs)];
  if (own === null || other === null) return null;
  const ending = mine.includes('\r\n') ? '\r\n' : '\n';
  const changes: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  let [edits, conflicts] = [0, 0];
  const ownByName = new Map(own.map((entry) => [entry.name, entry]));
  for (const { name, text } of other) {
    const entry = ownByName.get(name);
    if (entry === undefined) {
      // An entry that somebody removed stays removed.
      if (base === null || base[name] === undefined || OF_THE_VERSION.has(name))
        changes.push({ start: mine.length, end: mine.length, text: text + ending });
      else edits++;
      continue;
    }
    if (entry.text === text || OF_THE_NOTE.has(name)) continue;
    const isEdited = base === null || base[name] !== key(entry.text);
    if (name === 'privacy') {
      // Generating an entry again never loosens a band. A person may loosen it by hand on purpose.
      const isStricter = bandOf(text) > bandOf(entry.text);
      if (isStricter && (!isEdited || base?.[name] !== key(text))) changes.push({ ...entry, text });
    } else if (OF_THE_VERSION.has(name) || !isEdited) changes.push({ ...entry, text });
    else {
      edits++;
      conflicts += base !== null && base[name] !== key(text) ? 1 : 0;
    }
  }
  const theirNames = new Set(other.map(({ name }) => name));
  for (const { name, text, start, end } of own)
    if (base?.[name] === key(text) && !theirNames.has(name))
      changes.push({ start, end: end + (/^\r?\n/.exec(mine.slice(end))?.[0].length ?? 0), text: '' });
  return { text: applied(mine, changes, ending), edits, conflicts };
}

/** The entries of a frontmatter in the form in which they are stored for the next version. */
export function headKeysOf(yaml: string, key: (text: string) => string): Record<string, string> {
  return Object.fromEntries((entriesOf(yaml) ?? []).map(({ name, text }) => [name, key(text)]));
}

function entriesOf(yaml: string) {
  const entries = splitYamlEntries(yaml, { start: 0, end: yaml.length });
  if (entries === null) return null;
  return entries.map(({ key, start, end }) => ({ name: key, text: yaml.slice(start, end), start, end }));
}

/** The strictest band for an unknown word, as for a reader of notes. */
function bandOf(entry: string): number {
  const value = entry.slice(entry.indexOf(':') + 1).replace(/["'\s]/g, '');
  const at = BANDS.indexOf(value);
  return at < 0 ? BANDS.length : at;
}

function applied(
  text: string,
  changes: readonly { readonly start: number; readonly end: number; readonly text: string }[],
  ending: string,
): string {
  let next = text;
  for (const change of [...changes].sort((one, other) => other.start - one.start)) {
    const before = next.slice(0, change.start);
    // The last line may lack a line ending, which text added after it needs.
    const gap = change.start === text.length && before !== '' && !before.endsWith('\n') ? ending : '';
    next = before + gap + change.text + next.slice(change.end);
  }
  return next;
}
