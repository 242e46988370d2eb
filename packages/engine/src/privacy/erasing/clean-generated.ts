import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { wordPieces } from '@memora/language/text';
import {
  listFolder,
  memoraPlace,
  type Place,
  placeIn,
  readPlainText,
  removeFile,
  throwIfPassing,
  writeWholeFile,
} from '@memora/privacy/files';
import { CHALLENGER_FOLDER, CHALLENGER_RUN, LINKS, PAGES, RUN_FILES } from '../names-of-ours.ts';

/** The citations and words that generated files must not contain. */
export interface Unwanted {
  readonly claimIds: ReadonlySet<string>;
  /** In lower case. */
  readonly words: ReadonlySet<string>;
  /**
   * Claims that may be public. A line that cites only these contains their text, even if it shares words with
   * a secret.
   */
  readonly openIds?: ReadonlySet<string>;
  /**
   * Words of any length, and pairs of letters in scripts without spaces, as `wordPieces` returns them. They
   * count in the generated part of a page, such as a heading that only names a subject. Everywhere else,
   * short words would match too much.
   */
  readonly pieces?: ReadonlySet<string>;
  /** Titles, and paths without extension, of notes that are hidden as a whole; in lower case. */
  readonly names?: ReadonlySet<string>;
  /**
   * True keeps a person's own lines on a page, whatever their words: only a citation of an unwanted claim removes one. An erasure removes their lines too,
   * because a person asked for it.
   */
  readonly keepsOwnText?: boolean;
}

const WORD = /[\p{L}\p{N}\p{M}]{4,}/gu;
const ID = /[0-9a-z]{16}/gu;
const CITED = /\[claim:([0-9a-z]{16})\]/gu;

/**
 * Removes the lines that cite or name unwanted text from generated pages, and removes run files of `.memora/`
 * that contain any: the next consolidation and challenge recreate them. Returns the paths of the files that
 * it changed, or with `dryRun` would change.
 */
export async function cleanGenerated(
  vaultRoot: string,
  unwanted: Unwanted,
  dryRun = false,
): Promise<string[]> {
  const changed: string[] = [];
  for (const place of findGenerated(vaultRoot)) {
    const text = readOrNull(place);
    if (text === null) continue;
    const path = place.parts.join('/');
    // It contains no word of a note, but its hashes could confirm a guess at an earlier version of a note.
    if (place.parts.at(-1) === LINKS && !dryRun) {
      removeFile(place);
      continue;
    }
    const lines = text.split(/(?<=\n)/u);
    const kept = path.endsWith('.json')
      ? lines.filter((line) => !holdsUnwanted(line, unwanted))
      : keepOpenLines(lines, unwanted);
    if (kept.length === lines.length) continue;
    changed.push(path);
    if (dryRun) continue;
    // Without some of its lines, a data file would be invalid.
    if (path.endsWith('.json')) removeFile(place);
    else await writeWholeFile(place, kept.join(''), { flush: false });
  }
  return changed.sort();
}

/**
 * Lists pages in any folder, and the files with Memora's own names that runs leave in `.memora/`. No link is
 * followed. Folders are listed by path, as in a scan: opening each from its parent would take quadratic time
 * in their depth. Files are opened like every file of Memora.
 */
export function findGenerated(vaultRoot: string): Place[] {
  const found: Place[] = [];
  const visit = (names: readonly string[]): void => {
    for (const entry of orNothing(() => readdirSync(join(vaultRoot, ...names), { withFileTypes: true }))) {
      const own = [...names, entry.name];
      if (entry.isDirectory() && !entry.name.startsWith('.')) visit(own);
      else if (entry.isFile() && PAGES.has(entry.name)) found.push(placeIn(vaultRoot, ...own));
    }
  };
  visit([]);
  for (const entry of listOrNothing(memoraPlace(vaultRoot))) {
    if (entry.isFile() && RUN_FILES.includes(entry.name)) found.push(memoraPlace(vaultRoot, entry.name));
  }
  // The challenger keeps its earlier reports in a folder of their own.
  for (const entry of listOrNothing(memoraPlace(vaultRoot, CHALLENGER_FOLDER))) {
    if (entry.isFile() && CHALLENGER_RUN.test(entry.name))
      found.push(memoraPlace(vaultRoot, CHALLENGER_FOLDER, entry.name));
  }
  return found;
}

/** A folder that may not be read, or that is a link, contains no file of Memora. */
export function listOrNothing(place: Place): readonly Dirent[] {
  return orNothing(() => listFolder(place));
}

function orNothing(list: () => readonly Dirent[]): readonly Dirent[] {
  try {
    return list();
  } catch (error) {
    throwIfPassing(error);
    return [];
  }
}

function readOrNull(place: Place): string | null {
  try {
    return readPlainText(place);
  } catch (error) {
    throwIfPassing(error);
    return null;
  }
}

/** The lines of a page without the unwanted ones. Those that begin and end a generated part stay, because they contain nothing of a note. */
function keepOpenLines(lines: readonly string[], unwanted: Unwanted): string[] {
  let isGenerated = false;
  // A page without edges is one generated part.
  const keepsOwn = unwanted.keepsOwnText === true && lines.some((line) => line.startsWith(BEGIN));
  return lines.filter((line) => {
    const isEdge = line.startsWith(BEGIN) || line.startsWith(END);
    if (isEdge) isGenerated = line.startsWith(BEGIN);
    if (!isGenerated && keepsOwn) return !citesUnwanted(line, unwanted);
    return isEdge || !(holdsUnwanted(line, unwanted) || (isGenerated && namesUnwanted(line, unwanted)));
  });
}

const BEGIN = '<!-- memora:begin ';
const END = '<!-- memora:end ';

/** True if a generated line names a hidden note, or contains an unwanted word and cites anything but open claims. */
function namesUnwanted(line: string, { pieces, names, openIds }: Unwanted): boolean {
  const folded = line.normalize('NFC').toLowerCase();
  for (const name of names ?? [])
    if (folded.includes(`[[${name}|`) || folded.includes(`[[${name}]]`) || folded.trim().endsWith(` ${name}`))
      return true;
  if (pieces === undefined || pieces.size === 0) return false;
  const cited = [...folded.matchAll(CITED)];
  if (cited.length > 0 && cited.every(([, id]) => openIds?.has(id as string) === true)) return false;
  return wordPieces(line).some((piece) => pieces.has(piece));
}

/** Ids of the claims that generated files cite. */
export function citedInGenerated(vaultRoot: string): string[] {
  const texts = findGenerated(vaultRoot).map((place) => readOrNull(place) ?? '');
  return [...new Set(texts.flatMap((text) => [...text.matchAll(CITED)].map(([, id]) => id as string)))];
}

/** True if a text cites an unwanted claim or contains an unwanted word. */
export function holdsUnwanted(line: string, unwanted: Unwanted): boolean {
  if (citesUnwanted(line, unwanted)) return true;
  const { words, openIds } = unwanted;
  const folded = line.normalize('NFC').toLowerCase();
  const cited = openIds === undefined ? [] : [...folded.matchAll(CITED)];
  if (cited.length > 0 && cited.every(([, id]) => openIds?.has(id as string))) return false;
  for (const [word] of folded.matchAll(WORD)) if (words.has(word)) return true;
  return false;
}

function citesUnwanted(line: string, { claimIds }: Unwanted): boolean {
  return [...line.toLowerCase().matchAll(ID)].some(([id]) => claimIds.has(id));
}
