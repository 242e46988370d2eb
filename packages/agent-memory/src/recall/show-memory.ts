import type { Claim } from '@memora/claims';
import { type Band, strictestBand } from '@memora/core';
import { type Memory, parseInTime, readBandsOnce } from '@memora/engine';
import { mergeSpans, REDACTED, redactSpan } from '@memora/privacy/internal';
import { rememberByBytes } from '@memora/vault/internal';
import type { MemoryNote } from '../note/memory-note.ts';
import { readMemory } from '../note/read-memory.ts';

/** The parts of an open memory that showing needs. */
type ShowPorts = Pick<Memory, 'readNote' | 'settings'>;

/** A memory as it may be shown: the current text of its note, with `[redacted]` in place of secret text. */
export interface ShownMemory {
  readonly note: MemoryNote;
  readonly text: string;
  readonly band: Band;
}

/**
 * Reads the note of a memory; null if it is gone or no longer a memory. Respects a marker that was just added. `of` is a claim that was just found: uses the
 * bytes in which it was found, unless the file has changed since.
 */
export async function showMemory(
  path: string,
  { readNote, settings }: ShowPorts,
  { of, reveal = false }: { readonly of?: Claim; readonly reveal?: boolean } = {},
): Promise<ShownMemory | null> {
  const bytes = await readNote(path, of === undefined ? {} : { of });
  if (bytes === null) return null;
  return reveal ? readShown(bytes, path, settings, true) : readerOf(settings)(bytes, path);
}

/** The shown form of a note's bytes; cached for the same bytes. */
export function showBytes(
  bytes: Uint8Array,
  path: string,
  settings: Settings,
): ShownMemory | null | Promise<ShownMemory | null> {
  const known = shownBy.get(bytes);
  if (known?.path === path && known.settings === settings) return known.shown;
  return readerOf(settings)(bytes, path).then((shown) => {
    if (mayKeep(shown)) shownBy.set(bytes, { path, settings, shown });
    return shown;
  });
}

interface Shown {
  readonly path: string;
  readonly settings: Settings;
  readonly shown: ShownMemory | null;
}

const shownBy = new WeakMap<Uint8Array, Shown>();

/** Nothing secret is cached. */
function mayKeep(shown: ShownMemory | null): boolean {
  return shown === null || shown.band !== 'secret';
}

type Settings = ShowPorts['settings'];
type Reader = (bytes: Uint8Array, path: string) => Promise<ShownMemory | null>;
const readerBy = new WeakMap<Settings, Reader>();

/** Reads the same bytes of a note once; nothing secret is cached. */
function readerOf(settings: Settings): Reader {
  const known = readerBy.get(settings);
  if (known !== undefined) return known;
  const reader = rememberByBytes((bytes, path) => readShown(bytes, path, settings, false), mayKeep);
  readerBy.set(settings, reader);
  return reader;
}

async function readShown(
  bytes: Uint8Array,
  path: string,
  { config }: Settings,
  reveal: boolean,
): Promise<ShownMemory | null> {
  const { defaultNotePrivacy: defaultBand, detector } = config.privacy;
  const parsed = await parseInTime(bytes, { path, defaultBand });
  const note = readMemory(parsed, bytes);
  if (note === null) return null;
  const { band: ofNote, regions } = await readBandsOnce(bytes, path, { defaultBand, detector });
  const hidden = regions.filter((region) => region.band === 'secret');
  const hidesHead = hidden.some(({ start }) => start < parsed.body.start);
  const band = strictestBand(parsed.band, ofNote, ...(hidesHead ? (['secret'] as const) : []));
  if (reveal || (band !== 'secret' && hidden.length === 0)) return { note, text: note.content, band };
  if (band !== 'secret')
    return { note, text: redactSpan(bytes, parsed.body, mergeSpans(hidden)).trim(), band };
  const { id, kind, source, held, created, supersedes } = note;
  return {
    note: {
      ...NOTHING_TOLD,
      id,
      kind,
      source,
      held,
      created,
      supersedes,
      content: REDACTED,
      privacy: 'secret',
    },
    text: REDACTED,
    band,
  };
}

/** The fields of a secret memory besides its id, kind and origin. */
const NOTHING_TOLD = {
  agent: null,
  session: null,
  evidence: null,
  quote: null,
  entity: null,
  tags: [],
  validFrom: null,
  validUntil: null,
} as const;
