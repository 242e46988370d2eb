import { type Band, compareBands, parseBand, strictestBand, toSpan } from '@memora/core';
import { resemblesPrivacy } from '@memora/privacy';
import { resemblesBand } from '@memora/privacy/internal';
import type { Range } from '../parse/block.ts';
import type { NoteText } from '../parse/note-text.ts';
import type { NoteDiagnostic, NoteDiagnosticCode, Segment } from '../parsed-note.ts';
import { type FrontmatterLocation, locateFrontmatter, opensFrontmatter } from './locate-frontmatter.ts';
import type { NoteProperties } from './note-properties.ts';
import { NO_PROPERTIES, type PropertyProblem, toProperties } from './read-properties.ts';
import { readYaml, type YamlPairs } from './read-yaml.ts';
import { segmentProperties } from './segment-properties.ts';
import { splitYamlEntries, type YamlEntry } from './split-yaml-entries.ts';

/** The frontmatter data that the parser needs. */
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

/** Reads the frontmatter. If it can't be read and mentions privacy, the note is secret. */
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
  const repeats = repeatsStricter(note, yaml, named);
  const band = strictestBand(
    named,
    ...misspelt.map((each) => each.band),
    ...(repeats ? (['secret'] as const) : []),
  );
  const open = withoutStricter(note, pairs, entries, yaml, band);
  const { properties } = open === pairs ? all : toProperties(open, span);
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
      ...(repeats ? [diagnose(note, 'FRONTMATTER_VALUE', block.start, REPEATED)] : []),
    ],
  };
}

const MISSPELT =
  'A frontmatter key looks like "privacy" and names a band: it is read as one that can only tighten.';

const REPEATED =
  'The frontmatter has a marker, and an alias that may repeat the marked text: the note is read as secret.';

/** True if a part of the frontmatter is stricter than the note and a YAML alias or a merged mapping may repeat that part elsewhere. */
function repeatsStricter(note: NoteText, yaml: Range, band: Band): boolean {
  if (compareBands(note.bandOf(note.spanOf(yaml)), band) <= 0) return false;
  const text = note.masked.slice(yaml.start, yaml.end);
  return /(?:^|[\s,[{:-])&[^\s,[\]{}]/mu.test(text) && /(?:^|[\s,[{:-])\*[^\s,[\]{}]/mu.test(text);
}

interface MisspeltBand {
  /** The top-level key above it. */
  readonly key: string;
  readonly band: Band;
}

/** How deep nested keys are searched for a band; nobody nests a `privacy` key deeper. */
const DEEPEST = 6;

/**
 * Finds keys that were meant to be `privacy`: a misspelt key whose value is or resembles a band, and a `privacy` below another key (`memora: { privacy: secret
 * }`, a merged mapping). Such a key can only tighten.
 */
function findMisspelt(pairs: NonNullable<YamlPairs>): MisspeltBand[] {
  return pairs.flatMap(([key, value]) => {
    if (key.trim().toLowerCase() === 'privacy') return [];
    const own = meantBand(key, value);
    return [
      ...(own === null ? [] : [{ key, band: own }]),
      ...bandsBelow(value, DEEPEST).map((band) => ({ key, band })),
    ];
  });
}

function meantBand(key: string, value: unknown): Band | null {
  if (typeof value !== 'string' || !resemblesPrivacy(key)) return null;
  const { band, known } = parseBand(value.replace(/^[:=\s]+/u, ''));
  if (known) return band;
  return resemblesBand(value) ? 'secret' : null;
}

function bandsBelow(value: unknown, depth: number): Band[] {
  if (value === null || typeof value !== 'object' || depth === 0) return [];
  if (Array.isArray(value)) return value.flatMap((item) => bandsBelow(item, depth - 1));
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return entries.flatMap(([key, below]) => {
    const meant = meantBand(String(key), below);
    return [...(meant === null ? [] : [meant]), ...bandsBelow(below, depth - 1)];
  });
}

/** The pairs that are not stricter than the note: title, aliases, tags and similar keys are shown wherever the note is named. */
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
    ? note.masked.slice(bodyStart, bodyStart + HEAD).split(/(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/, 1)[0]
    : '';
  const isSecret =
    MENTIONS_PRIVACY.test(head ?? '') ||
    (isOpen && NAMES_BAND.test(note.masked.slice(bodyStart, bodyStart + HEAD)));
  if (!isOpen && mayBeMisplaced(note.masked)) {
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
            'The frontmatter is never closed and mentions privacy: the note is read as secret.',
          ),
        ]
      : [],
  };
}

/** How many characters of a note are searched for misplaced frontmatter. */
const HEAD = 20_000;
const NAMES_BAND = /^[ \t]*["'{]*[ \t]*["']?privacy["']?[ \t]*[:=]/imu;
const MISPLACED =
  'Text that looks like frontmatter is not on the first line, or is not YAML, so it is not read. It names a privacy, so the note is read as secret.';

const FENCE =
  /^[ \t]*(?:-{2,}|\+{3,}|={3,}|;{3,}|[`~]{3,})[ \t]*(?:ya?ml|toml|json|frontmatter|meta)?[ \t]*$/iu;
/** Maximum number of lines that may precede a fence: blank lines, comments, a title. */
const MOST_ABOVE = 12;

/**
 * True if a note may have been meant to begin with frontmatter that names a privacy: after blank lines, a comment or a title, between fences of another kind,
 * with a word after the fence, as JSON, or with no fence at all.
 */
function mayBeMisplaced(text: string): boolean {
  const lines = text
    .slice(0, HEAD)
    .replace(/^\ufeff/u, '')
    .split(/\r\n|\n|\r/u);
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first === -1) return false;
  if (
    /^\s*(?:\{|["']?privacy["']?[ \t]*[:=]+[ \t]*["']?(?:secret|private|public)\b)/iu.test(lines[first] ?? '')
  ) {
    const until = lines.findIndex((line, i) => i >= first && line.trim() === '');
    return NAMES_BAND.test(lines.slice(first, until === -1 ? lines.length : until).join('\n'));
  }
  const opening = lines.findIndex((line, i) => i < first + MOST_ABOVE && FENCE.test(line));
  if (opening === -1) return false;
  const fence = (lines[opening] ?? '').trim().slice(0, 2);
  const closing = lines.findIndex(
    (line, i) => i > opening && line.trim().startsWith(fence) && FENCE.test(line),
  );
  return closing !== -1 && NAMES_BAND.test(lines.slice(opening + 1, closing).join('\n'));
}

function unreadableMessage(isSecret: boolean): string {
  const read = 'The frontmatter is not a YAML mapping and is not read';
  return isSecret ? `${read}; it mentions privacy, so the note is read as secret.` : `${read}.`;
}

function diagnoseProperty(
  note: NoteText,
  { key, code, readAs }: PropertyProblem,
  entries: readonly YamlEntry[] | null,
  fallback: number,
): NoteDiagnostic {
  const entry = entries?.findLast((candidate) => candidate.key.trim().toLowerCase() === key.toLowerCase());
  const why = code === 'FRONTMATTER_DUPLICATE_KEY' ? 'appears twice' : 'has a value that is not allowed';
  const told = diagnose(
    note,
    code,
    entry?.start ?? fallback,
    `The frontmatter key ${quoteKey(key)} ${why}: read as ${readAs}.`,
  );
  return code === 'FRONTMATTER_VALUE' ? { ...told, key } : told;
}

/** A key that Memora knows is named in messages. Any other key could be text of the note. */
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
