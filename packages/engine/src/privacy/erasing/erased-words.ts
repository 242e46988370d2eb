import { posix } from 'node:path';
import type { Claim, SqliteClaimStore } from '@memora/claims';
import { type Band, decodeText, fingerprint } from '@memora/core';
import { tokenise } from '@memora/retrieval';
import type { Vault } from '@memora/vault';
import { readNoteHead } from '@memora/vault/internal';
import { type BandSettings, readNoteBands } from '../read-note-bands.ts';
import { type ErasedMemories, saidInMemory } from './erased-memories.ts';

/** The words and hashes that are searched after an erasure. */
export interface ErasedTraces {
  /**
   * Words and stems of four or more characters, in lower case, that no remaining open text contains. Secret
   * text is in none of Memora's files.
   */
  readonly words: ReadonlySet<string>;
  /** Unkeyed BLAKE3 of erased spans, and of erased notes as a whole. */
  readonly hashes: readonly Buffer[];
}

/** The dependencies of finding traces; read them before anything is erased. */
interface TracesPorts {
  readonly vault: Vault;
  readonly store: SqliteClaimStore;
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  readonly settings: BandSettings;
  readonly erased: readonly Claim[];
  /** Notes that are removed as a whole. */
  readonly notePaths: readonly string[];
  /** Those of them whose files are removed too, with their names. */
  readonly memories: Pick<ErasedMemories, 'trashed' | 'paths'>;
}

/**
 * Words that Memora itself writes into its files, whatever the notes contain: in the egress log, the ledger,
 * reports and settings.
 */
const OWN_WORDS = [
  'sent blocked refused chat embedding judge fetch http https localhost claimids origin outcome bytes kind code',
  'forget acknowledge resolve revalidate erase claim ledger memora decisions about that prose line append appends',
  'read keep commit backup path report receipt redacted offline question text note notes summarises null true false',
];

/** Collects the words that only the erased claims and notes contain. */
export async function findTraces(ports: TracesPorts): Promise<ErasedTraces> {
  const { erased, notePaths } = ports;
  const whole = new Set(notePaths);
  const erasedIds = new Set<string>(erased.map(({ id }) => id));
  const spansByNote = Map.groupBy(erased, ({ notePath }) => notePath);
  const texts: string[] = [];
  const open: string[] = [...OWN_WORDS, ...ports.store.ownWords()];
  const hashes = new Set<string>();
  for await (const entry of ports.vault.scan()) {
    if ('error' in entry) continue;
    const bytes = await ports.readNote(entry.path);
    if (bytes === null) continue;
    const isRemoved = ports.memories.paths.includes(entry.path);
    // Passages of a note without a title are found by its file name, whose parts the index joins.
    if (!isRemoved) open.push(entry.path, posix.basename(entry.path, '.md'));
    if (whole.has(entry.path)) {
      texts.push(isRemoved ? saidInMemory(bytes) : decodeText(bytes).text);
      hashes.add(fingerprint(bytes));
      continue;
    }
    const spans = (spansByNote.get(entry.path) ?? []).filter((claim) =>
      ports.store.matchesSpan(claim.id, slice(bytes, claim)),
    );
    const kept = Buffer.from(bytes);
    for (const claim of spans) {
      texts.push(decodeText(slice(bytes, claim)).text);
      hashes.add(fingerprint(slice(bytes, claim)));
      kept.fill(0x20, claim.span.start, claim.span.end);
    }
    const { band, regions } = await readNoteBands(bytes, entry.path, ports.settings);
    if (band === 'secret') continue;
    for (const region of regions) if (region.band === 'secret') kept.fill(0x20, region.start, region.end);
    open.push(decodeText(kept).text);
  }
  const { gone, kept: stays } = ports.memories.trashed;
  texts.push(...gone.map(saidInMemory));
  for (const bytes of gone) hashes.add(fingerprint(bytes));
  open.push(...stays.map((bytes) => decodeText(bytes).text));
  for (const claim of erased) {
    texts.push(...saidBy(claim));
    if (claim.fingerprint !== null) hashes.add(claim.fingerprint);
    if (whole.has(claim.notePath)) texts.push(claim.noteTitle);
  }
  const { claims } = await ports.store.listClaims({ retired: true });
  for (const claim of claims)
    if (!erasedIds.has(claim.id) && claim.band !== 'secret') open.push(...saidBy(claim), claim.noteTitle);
  const vocabulary = [...wordsOf(open.join('\n'))].join(' ');
  // The path and the id of a remaining note may still be found, with all words and dates in them.
  const names = (await ports.store.notes()).filter(
    ({ path }) => whole.has(path) && !ports.memories.paths.includes(path),
  );
  // The id of an erased conversation is in its name, and in the learning log, which contains ids.
  const ids = erased.flatMap(({ noteId }) => (noteId.startsWith('conv_') ? noteId : []));
  const known = [...names.map(({ path, noteId }) => `${path} ${noteId}`), ...new Set(ids)]
    .join(' ')
    .toLowerCase();
  const words = [...wordsOf(texts.join('\n'))].filter(
    (word) => !vocabulary.includes(word) && !known.includes(word),
  );
  return { words: new Set(words), hashes: [...hashes].map((hash) => Buffer.from(hash, 'hex')) };
}

function slice(bytes: Uint8Array, { span }: Claim): Uint8Array {
  return bytes.subarray(span.start, span.end);
}

/** The words of a claim, from its parts. */
export function saidBy({ subject, predicate, object, metadata }: Claim): string[] {
  return [subject, predicate, object ?? '', JSON.stringify(metadata)];
}

const WORD = /[\p{L}\p{N}\p{M}]{4,}/gu;

/** Languages whose stems are searched too. For the others, only the words are searched. */
const STEMMED = ['und', 'en', 'de', 'fr', 'es'] as const;

/** Words as written, and as stored in the lexical index. */
function wordsOf(text: string): Set<string> {
  const folded = text.normalize('NFC').toLowerCase();
  const terms = STEMMED.flatMap((language) => tokenise(text, language).map(({ term }) => term));
  return new Set([...(folded.match(WORD) ?? []), ...terms.filter((term) => term.length >= 4)]);
}

/** The source that a note names, for an erasure by source, and the note's band. */
export function sourcesOf(bytes: Uint8Array): { readonly sources: string[]; readonly band: Band } {
  const { band, frontmatter } = readNoteHead(bytes);
  const named = ['source', 'source_url', 'url', 'origin'].map((key) => frontmatter.fields.get(key));
  const sources = [frontmatter.source, ...named].filter(
    (value): value is string => typeof value === 'string',
  );
  return { sources, band };
}
