import { isClaimId } from '@memora/core';
import type { Memory } from '@memora/engine';
import { isHidden, REDACTED, toClaimJson } from '@memora/engine/json';
import { pathOfNote, readRedactedNote } from './read-redacted-note.ts';

/** What a resource holds. */
export interface ResourceText {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

/** A listed resource. */
export interface ResourceEntry {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
}

/** Resource templates of the server. */
export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: 'memora://note/{id}',
    name: 'note',
    description: 'A note without its secret spans',
    mimeType: 'text/markdown',
  },
  {
    uriTemplate: 'memora://claim/{id}',
    name: 'claim',
    description: 'A claim with the text of its span as it is now',
    mimeType: 'application/json',
  },
] as const;

const PAGE = 100;

/** Notes by id, a hundred a page; `cursor` is the `next` of the page before. Secret notes are left out of lists. */
export async function listResources(
  memory: Memory,
  cursor: string | undefined,
): Promise<{ resources: ResourceEntry[]; next: string | null }> {
  const notes = (await memory.claims.notes())
    .filter(({ band }) => band !== 'secret')
    .sort((a, b) => (a.noteId < b.noteId ? -1 : 1));
  const from = cursor === undefined ? 0 : notes.findIndex(({ noteId }) => noteId > cursor);
  const page = from < 0 ? [] : notes.slice(from, from + PAGE);
  const isLast = from < 0 || from + PAGE >= notes.length;
  return {
    resources: [
      ...(cursor === undefined ? [WORLD_MAP] : []),
      ...page.map(({ noteId, path }) => ({
        uri: toNoteUri(noteId),
        name: path,
        mimeType: 'text/markdown',
      })),
    ],
    next: isLast ? null : (page.at(-1)?.noteId ?? null),
  };
}

/** The generated overview of the vault: the one resource that is no note and no claim. */
export const WORLD_MAP: ResourceEntry = {
  uri: 'memora://world-map',
  name: 'world map',
  mimeType: 'text/markdown',
};

/** The text behind a `memora://` address; null where there is nothing. */
export async function readResource(memory: Memory, uri: string): Promise<ResourceText | null> {
  if (uri === WORLD_MAP.uri) return { uri, mimeType: WORLD_MAP.mimeType, text: await memory.worldMap() };
  const address = parseAddress(uri);
  if (address === null) return null;
  const { kind, id } = address;
  return kind === 'note' ? readNoteResource(memory, uri, id) : readClaimResource(memory, uri, id);
}

function parseAddress(uri: string): { readonly kind: 'note' | 'claim'; readonly id: string } | null {
  const match = /^memora:\/\/(note|claim)\/(.+)$/.exec(uri);
  const id = match?.[2] === undefined ? null : decodeOrNull(match[2]);
  if (match === null || id === null) return null;
  return { kind: match[1] === 'note' ? 'note' : 'claim', id };
}

/** The note that a `memora://` address rests on; null where there is none. */
export async function pathOfResource(memory: Memory, uri: string): Promise<string | null> {
  if (uri === WORLD_MAP.uri) return 'world_map.md';
  const address = parseAddress(uri);
  if (address?.kind === 'note') return pathOfNote(memory, address.id);
  if (address?.kind === 'claim' && isClaimId(address.id))
    return (await memory.claims.getClaims([address.id])).get(address.id)?.notePath ?? null;
  return null;
}

/** The address of a note. */
export function toNoteUri(noteId: string): string {
  return `memora://note/${encodeURIComponent(noteId)}`;
}

async function readNoteResource(memory: Memory, uri: string, id: string): Promise<ResourceText | null> {
  const note = await readRedactedNote(memory, id);
  return note === null ? null : { uri, mimeType: 'text/markdown', text: note.body };
}

async function readClaimResource(memory: Memory, uri: string, id: string): Promise<ResourceText | null> {
  const claim = isClaimId(id) ? (await memory.claims.getClaims([id])).get(id) : undefined;
  if (claim === undefined) return null;
  const [text] = await memory.readSpans([claim]);
  const json = { ...toClaimJson(claim), source_text: isHidden(claim) ? REDACTED : (text ?? null) };
  return { uri, mimeType: 'application/json', text: JSON.stringify(json) };
}

function decodeOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
