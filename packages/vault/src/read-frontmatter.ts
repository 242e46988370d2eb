import { type Band, compareBands, parseBand, strictestBand, toSpan } from '@memora/core';
import { resemblesPrivacy } from '@memora/privacy';
import type { Range } from './block.ts';
import { type FrontmatterLocation, locateFrontmatter, opensFrontmatter } from './locate-frontmatter.ts';
import type { NoteProperties } from './note-properties.ts';
import type { NoteText } from './note-text.ts';
import type { NoteDiagnostic, NoteDiagnosticCode, Segment } from './parsed-note.ts';
import { NO_PROPERTIES, type PropertyProblem, toProperties } from './read-properties.ts';
import { readYaml, type YamlPairs } from './read-yaml.ts';
import { segmentProperties } from './segment-properties.ts';
import { splitYamlEntries, type YamlEntry } from './split-yaml-entries.ts';

/** What the parser needs of a note's frontmatter. */
export interface Frontmatter {
  readonly location: FrontmatterLocation | null;
  /** UTF-16 offset of the body. */
  readonly bodyStart: number;
  readonly properties: NoteProperties;
  readonly band: Band;
  readonly segments: (note: NoteText) => Segment[];
  readonly diagnostics: readonly NoteDiagnostic[];
}

const MENTIONS_PRIVACY = /privacy/i;

/** Reads the frontmatter. Where it can't be read and speaks of privacy, the note is secret. */
export function readFrontmatter(note: NoteText, defaultBand: Band): Frontmatter {
  const location = locateFrontmatter(note.masked);
  if (location === null) return withoutFrontmatter(note, defaultBand);
  const { yaml, block, bodyStart } = location;
  const entries = splitYamlEntries(note.masked, yaml);
  const pairs = readYaml(note.masked, yaml, entries);
  const span = toSpan(note.table.toByte(block.start), note.table.toByte(block.end));
  if (pairs === null) {
    const isSecret = MENTIONS_PRIVACY.test(note.masked.slice(yaml.start, yaml.end));
    return {
      location,
      bodyStart,
      properties: { ...NO_PROPERTIES, span, privacy: isSecret ? 'secret' : null },
      band: isSecret ? 'secret' : defaultBand,
      segments: (marked) => segmentProperties(marked, null, yaml, new Map()),
      diagnostics: [diagnose(note, 'FRONTMATTER_UNREADABLE', block.start, unreadableMessage(isSecret))],
    };
  }
  const all = toProperties(pairs, span);
  const misspelt = findMisspelt(pairs);
  const named = all.properties.privacy ?? defaultBand;
  const band = strictestBand(named, ...misspelt.map((each) => each.band));
  const { properties } = toProperties(withoutStricter(note, pairs, entries, yaml, band), span);
  return {
    location,
    bodyStart,
    properties: { ...properties, privacy: band === named ? all.properties.privacy : band },
    band,
    segments: (marked) => segmentProperties(marked, entries, yaml, all.properties.fields),
    diagnostics: [
      ...all.problems.map((problem) => diagnoseProperty(note, problem, entries, block.start)),
      ...misspelt.map(({ key }) => {
        const at = entries?.findLast((entry) => entry.key === key)?.start ?? block.start;
        return diagnose(note, 'FRONTMATTER_VALUE', at, MISSPELT);
      }),
    ],
  };
}

const MISSPELT =
  'A frontmatter key looks like "privacy" and names a band: it is read as one that can only tighten.';

/** Keys that were meant to be `privacy`, by their spelling and by a value that is a band. */
function findMisspelt(pairs: NonNullable<YamlPairs>): { readonly key: string; readonly band: Band }[] {
  return pairs.flatMap(([key, value]) => {
    if (typeof value !== 'string' || key.trim().toLowerCase() === 'privacy' || !resemblesPrivacy(key))
      return [];
    const { band, known } = parseBand(value);
    return known ? [{ key, band }] : [];
  });
}

/** The pairs that may be known as widely as the note: title, aliases, tags and the like go wherever the note is named. */
function withoutStricter(
  note: NoteText,
  pairs: NonNullable<YamlPairs>,
  entries: readonly YamlEntry[] | null,
  yaml: Range,
  band: Band,
): NonNullable<YamlPairs> {
  const isStricter = (range: Range) => compareBands(note.bandOf(note.spanOf(range)), band) > 0;
  if (!isStricter(yaml)) return pairs;
  const stricter = new Set((entries ?? []).filter(isStricter).map((entry) => entry.key));
  return entries === null ? [] : pairs.filter(([key]) => !stricter.has(key));
}

function withoutFrontmatter(note: NoteText, defaultBand: Band): Frontmatter {
  const bodyStart = note.masked.charCodeAt(0) === 0xfeff ? 1 : 0;
  const isOpen = opensFrontmatter(note.masked);
  const head = isOpen
    ? note.masked.slice(bodyStart, bodyStart + 20_000).split(/(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/, 1)[0]
    : '';
  const isSecret = MENTIONS_PRIVACY.test(head ?? '');
  if (!isOpen && NAMES_BAND.test(misplacedHead(note.masked))) {
    return {
      location: null,
      bodyStart,
      properties: { ...NO_PROPERTIES, privacy: 'secret' },
      band: 'secret',
      segments: () => [],
      diagnostics: [diagnose(note, 'FRONTMATTER_UNREADABLE', bodyStart, MISPLACED)],
    };
  }
  return {
    location: null,
    bodyStart,
    properties: isSecret ? { ...NO_PROPERTIES, privacy: 'secret' } : NO_PROPERTIES,
    band: isSecret ? 'secret' : defaultBand,
    segments: () => [],
    diagnostics: isSecret
      ? [
          diagnose(
            note,
            'FRONTMATTER_UNCLOSED',
            bodyStart,
            'The frontmatter is never closed and speaks of privacy: the note is read as secret.',
          ),
        ]
      : [],
  };
}

const NAMES_BAND = /^[ \t]*["']?privacy["']?[ \t]*[:=]/imu;
const MISPLACED =
  'What looks like frontmatter does not stand in the first line, or is not YAML, and is not read; it names a privacy, so the note is read as secret.';

/** What stands between fences after blank lines, or between those of TOML: no frontmatter, and meant to be some. */
function misplacedHead(text: string): string {
  const head = /^\ufeff?\s*(---|\+\+\+)[ \t]*(?:\r\n|\n|\r)/u.exec(text.slice(0, 2_000));
  if (head === null) return '';
  const rest = text.slice(head[0].length, head[0].length + 20_000);
  const end = rest.search(head[1] === '---' ? /^---[ \t]*$/mu : /^\+\+\+[ \t]*$/mu);
  return end === -1 ? '' : rest.slice(0, end);
}

function unreadableMessage(isSecret: boolean): string {
  const read = 'The frontmatter is not a YAML mapping and is not read';
  return isSecret ? `${read}; it speaks of privacy, so the note is read as secret.` : `${read}.`;
}

function diagnoseProperty(
  note: NoteText,
  { key, code, readAs }: PropertyProblem,
  entries: readonly YamlEntry[] | null,
  fallback: number,
): NoteDiagnostic {
  const entry = entries?.findLast((candidate) => candidate.key.trim().toLowerCase() === key.toLowerCase());
  const why = code === 'FRONTMATTER_DUPLICATE_KEY' ? 'stands twice' : 'has a value that is none of its kind';
  return diagnose(
    note,
    code,
    entry?.start ?? fallback,
    `The frontmatter key ${quoteKey(key)} ${why}: read as ${readAs}.`,
  );
}

/** A key that Memora knows is named; any other could be text of the note. */
function quoteKey(key: string): string {
  return /^[a-z_]{1,20}$/.test(key) ? `"${key}"` : 'on this line';
}

/** A diagnostic at a UTF-16 offset. */
export function diagnose(
  note: NoteText,
  code: NoteDiagnosticCode,
  at: number,
  message: string,
): NoteDiagnostic {
  return { code, offset: note.table.toByte(at), line: note.lineOf(at), message };
}
