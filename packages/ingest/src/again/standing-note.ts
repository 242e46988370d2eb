import { fingerprint, MemoraError } from '@memora/core';
import { parseNote, type Vault } from '@memora/vault';
import { locateFrontmatter } from '@memora/vault/internal';
import { IngestError } from '../ingest-error.ts';
import { sourceId } from '../note/source-id.ts';
import { baseOf, type NoteBase } from './merge-note.ts';

/** What is known of a source's existing note. */
export interface KnownNote {
  readonly id: string;
  /** Its previous path. */
  readonly path: string;
  /** Null if its state when it was written is unknown. */
  readonly base: NoteBase | null;
}

/** An ingester's knowledge of earlier runs. */
export interface EarlierRuns {
  /** Hashes a line, so that no text is stored; the same in all runs. */
  readonly key: (text: string) => string;
  readonly known: KnownNote | null;
  /** Searches the vault for the note of a document by the ending of its id; null if there is none. */
  readonly locate: (ending: string) => Promise<string | null>;
}

/** The existing note of a document. */
export interface StandingNote {
  readonly id: string;
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly originHash: unknown;
  readonly extractor: unknown;
  readonly original: unknown;
  readonly base: NoteBase | null;
}

/** The end of a note's id, which identifies its source; the rest comes from its title. */
export function endingOf(identity: string): string {
  return sourceId('x', identity).slice(1);
}

/**
 * The existing note of a source: at its last place, at its default place, or wherever somebody moved it. Null if there is none. Throws `NOTE_EXISTS` if another
 * note is at its place.
 */
export async function findStanding(
  vault: Pick<Vault, 'readNote'>,
  { identity, path }: { readonly identity: string; readonly path: string },
  earlier: EarlierRuns | null,
): Promise<StandingNote | null> {
  const ending = endingOf(identity);
  for (const candidate of candidatesOf(path, earlier?.known ?? null)) {
    const found = await readStanding(vault, candidate, ending, earlier);
    if (found !== null) return found;
  }
  const moved = await earlier?.locate(ending);
  if (moved !== undefined && moved !== null) return readStanding(vault, moved, ending, earlier);
  if ((await readNote(vault, path)) === null) return null;
  throw new IngestError(`There is already a note at ${path}.`, {
    code: 'NOTE_EXISTS',
    hint: 'Move it, or ingest into another region.',
  });
}

function candidatesOf(path: string, known: KnownNote | null): readonly string[] {
  return known === null || known.path === path ? [path] : [known.path, path];
}

async function readStanding(
  vault: Pick<Vault, 'readNote'>,
  path: string,
  ending: string,
  earlier: EarlierRuns | null,
): Promise<StandingNote | null> {
  const bytes = await readNote(vault, path);
  if (bytes === null) return null;
  const { fields } = parseNote(bytes, { path }).frontmatter;
  const id = fields.get('id');
  if (typeof id !== 'string' || !id.endsWith(ending) || !fields.has('origin_hash')) return null;
  const { known, key } = earlier ?? { known: null, key: (text: string) => text };
  const base = known?.id === id && known.base !== null ? known.base : baseOfUnedited(bytes, fields, key);
  const [originHash, extractor, original] = ['origin_hash', 'extractor', 'original'].map((name) =>
    fields.get(name),
  );
  return { id, path, bytes, originHash, extractor, original, base };
}

/** If nobody has edited the body, its own lines are the written ones. */
function baseOfUnedited(
  bytes: Uint8Array,
  fields: ReadonlyMap<string, unknown>,
  key: (text: string) => string,
): NoteBase | null {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const body = text.slice(locateFrontmatter(text)?.bodyStart ?? 0);
  if (fields.get('body_hash') !== fingerprint(new TextEncoder().encode(body))) return null;
  return { ...baseOf(bytes, key), head: {} };
}

async function readNote(vault: Pick<Vault, 'readNote'>, path: string): Promise<Uint8Array | null> {
  try {
    return await vault.readNote(path);
  } catch (error) {
    if (MemoraError.isInstance(error) && error.code === 'NOTE_NOT_FOUND') return null;
    throw error;
  }
}
