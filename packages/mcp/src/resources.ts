import { isClaimId } from '@memora/core';
import type { Memory } from '@memora/engine';
import { isHidden, REDACTED, toClaimJson } from '@memora/engine/json';
import { openAgentSession } from './memory/open-agent-session.ts';
import { pathOfNote, readRedactedNote } from './read-redacted-note.ts';

/** The content of a resource. */
interface ResourceText {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

/** A listed resource. */
interface ResourceEntry {
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
  {
    uriTemplate: 'memora://memory/{id}',
    name: 'memory',
    description: 'What an agent remembered, in full, with the turn it rests on',
    mimeType: 'application/json',
  },
] as const;

const PAGE = 100;

/** Notes by id, a hundred per page; `cursor` is the `next` of the previous page. Secret notes are not listed. */
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
      ...(cursor === undefined ? [WORLD_MAP, PINNED] : []),
      ...page.map(({ noteId, path }) => ({
        uri: toNoteUri(noteId),
        name: path,
        mimeType: 'text/markdown',
      })),
    ],
    next: isLast ? null : (page.at(-1)?.noteId ?? null),
  };
}

/** The generated overview of the vault, which is neither a note nor a claim. */
export const WORLD_MAP: ResourceEntry = {
  uri: 'memora://world-map',
  name: 'world map',
  mimeType: 'text/markdown',
};

/** What people want every session to know: `MEMORY.md`, which only people write. */
export const PINNED: ResourceEntry = {
  uri: 'memora://pinned',
  name: 'MEMORY.md',
  mimeType: 'text/markdown',
};
const PINNED_PATH = 'MEMORY.md';

/** The text at a `memora://` address; null if there is none. */
export async function readResource(memory: Memory, uri: string): Promise<ResourceText | null> {
  if (uri === WORLD_MAP.uri) return { uri, mimeType: WORLD_MAP.mimeType, text: await memory.worldMap() };
  if (uri === PINNED.uri) {
    const pinned = await readRedactedNote(memory, PINNED_PATH);
    return { uri, mimeType: PINNED.mimeType, text: pinned?.body ?? '' };
  }
  const address = parseAddress(uri);
  return address === null ? null : READERS[address.kind](memory, uri, address.id);
}

const READERS = { note: readNoteResource, claim: readClaimResource, memory: readMemoryResource } as const;

function parseAddress(uri: string): { readonly kind: keyof typeof READERS; readonly id: string } | null {
  const [, kind, coded] = /^memora:\/\/(note|claim|memory)\/(.+)$/.exec(uri) ?? [];
  const id = coded === undefined ? null : decodeOrNull(coded);
  return id === null ? null : { kind: kind as keyof typeof READERS, id };
}

/** The note behind a `memora://` address; null if there is none. */
export async function pathOfResource(memory: Memory, uri: string): Promise<string | null> {
  if (uri === WORLD_MAP.uri) return 'world_map.md';
  const address = parseAddress(uri);
  if (uri === PINNED.uri) return PINNED_PATH;
  if (address?.kind === 'note' || address?.kind === 'memory') return pathOfNote(memory, address.id);
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

async function readMemoryResource(memory: Memory, uri: string, id: string): Promise<ResourceText | null> {
  const { agent } = await openAgentSession(memory);
  const [found] = await agent.get([id]);
  if (found === undefined) return null;
  const { toMemoryJson } = await import('./engine.ts');
  const nameOf = await memory.nameNotes([found.path, ...found.evidence.map(({ note }) => note)]);
  return { uri, mimeType: 'application/json', text: JSON.stringify(toMemoryJson(found, nameOf)) };
}

function decodeOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
