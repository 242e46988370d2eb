import { relative } from 'node:path';
import {
  memoraPlace,
  type Place,
  pathOf,
  placeAt,
  placeIn,
  readPlainFile,
  throwIfPassing,
} from '@memora/privacy/files';
import { findGenerated, listOrNothing } from './clean-generated.ts';
import { LEARNING_FILE, trashFiles } from './erased-memories.ts';
import type { ErasedTraces } from './erased-words.ts';
import type { ErasureProof } from './erasure.ts';

/** Settings are the user's own text, and may contain any name. */
const NOT_SEARCHED = new Set(['config.toml']);

/**
 * Searches every byte of `.memora/` (including the write-ahead log), the generated pages, the trash of
 * memories and other files. Looks for words in any case, and for hashes as raw bytes, hex and base64, whole
 * and cut to 64 bits.
 */
export async function proveErasure(
  vaultRoot: string,
  traces: ErasedTraces,
  others: readonly string[] = [],
): Promise<ErasureProof> {
  const words = [...traces.words].map((word) => Buffer.from(word).toString('latin1').toLowerCase());
  const found: { file: string; what: 'word' | 'hash' }[] = [];
  let files = 0;
  let size = 0;
  for (const place of findFiles(vaultRoot, others)) {
    const bytes = readOrNull(place);
    if (bytes === null) continue;
    files++;
    size += bytes.length;
    const file = relative(vaultRoot, pathOf(place));
    const text = bytes.toString('latin1');
    const folded = (file === LEARNING_FILE ? text.replace(OF_THE_LOG, ' ') : text).toLowerCase();
    if (words.some((word) => holdsWord(folded, word))) found.push({ file, what: 'word' });
    if (traces.hashes.some((hash) => holdsHash(bytes, folded, hash))) found.push({ file, what: 'hash' });
  }
  return { files, bytes: size, words: words.length, hashes: traces.hashes.length, found };
}

/**
 * The head of the learning log and the names of its operations are Memora's words. A memory may contain them
 * too.
 */
const OF_THE_LOG =
  /^# What the memory learned$|^What was done to what agents remember, one operation a line: ids and codes, no text\. Memora appends; read it, keep it, commit it\.$|(?<=^- [0-9T:.-]+Z [a-z]{3,4}_[0-9a-z]{12}) [a-z_]+(?= )|(?<=^- [0-9T:.-]+Z [a-z]{3,4}_[0-9a-z]{12} [a-z_]+(?: (?:note|shown|asked|sum):[0-9A-Za-z_-]+)*) : [a-z_]+$/gmu;

function findFiles(vaultRoot: string, others: readonly string[]): Place[] {
  const places: Place[] = [];
  const visit = (folder: Place): void => {
    for (const entry of listOrNothing(folder)) {
      const place = { ...folder, parts: [...folder.parts, entry.name] };
      if (entry.isDirectory()) visit(place);
      else if (entry.isFile() && !NOT_SEARCHED.has(entry.name)) places.push(place);
    }
  };
  visit(memoraPlace(vaultRoot));
  places.push(
    ...findGenerated(vaultRoot),
    ...trashFiles(vaultRoot),
    placeIn(vaultRoot, '_ledger.md'),
    placeIn(vaultRoot, LEARNING_FILE),
    ...others.map(placeAt),
  );
  return [...new Map(places.map((place) => [pathOf(place), place])).values()];
}

function readOrNull(place: Place): Buffer | null {
  try {
    return readPlainFile(place);
  } catch (error) {
    throwIfPassing(error);
    return null;
  }
}

/** Matches whole words, because a remaining longer word may contain the same letters. The index marks a term with digits in front. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isLetter(text, at - 1) && !isLetter(text, at + word.length)) return true;
  }
  return false;
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x61 && code <= 0x7a;
}

function holdsHash(bytes: Buffer, folded: string, hash: Buffer): boolean {
  const short = hash.subarray(0, 8);
  const hex = short.toString('hex');
  return (
    bytes.includes(short) || folded.includes(hex) || bytes.includes(hash.toString('base64').slice(0, 42))
  );
}
