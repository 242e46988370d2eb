import type { ClaimReader, StoredNote } from '@memora/claims';
import { findTurnFrames } from '@memora/core/internal';
import { mergeSpans, REDACTED, redactSpan } from '@memora/privacy/internal';
import { type NoteTurn, readTurns } from '@memora/vault';
import { parseInTime } from '../privacy/parse-in-time.ts';
import { type BandSettings, readNoteBands } from '../privacy/read-note-bands.ts';
import type {
  ConversationOptions,
  ConversationSummary,
  ConversationTurn,
  StoredConversation,
} from './conversation-view.ts';

/** The dependencies of reading conversations. */
export interface ConversationPorts {
  readonly claims: Pick<ClaimReader, 'notes'>;
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  readonly settings: BandSettings;
}

/** Returns the vault's conversations by start time, those without a time last. Secret ones are left out without `reveal`. */
export async function listConversations(
  { reveal = false }: ConversationOptions,
  ports: ConversationPorts,
): Promise<ConversationSummary[]> {
  const found: ConversationSummary[] = [];
  for (const { id, notes } of await findConversations(ports.claims, reveal)) {
    let turns = 0;
    let begun: string | null = null;
    for (const { path } of notes) {
      const bytes = await ports.readNote(path);
      for (const { head } of bytes === null ? [] : findTurnFrames(bytes)) {
        if (head === null) continue;
        turns++;
        begun ??= head.at;
      }
    }
    const [first] = notes;
    if (first === undefined) continue;
    found.push({
      id,
      title: first.title,
      band: first.band,
      notes: notes.map(({ path }) => path),
      turns,
      begun,
    });
  }
  return found.sort(byBeginning);
}

/** Returns a conversation with its turns; null if there is none with this id, or it is secret and `reveal` is not set. */
export async function readConversation(
  id: string,
  { reveal = false }: ConversationOptions,
  ports: ConversationPorts,
): Promise<StoredConversation | null> {
  const found = (await findConversations(ports.claims, reveal)).find((each) => each.id === id);
  const [first] = found?.notes ?? [];
  if (found === undefined || first === undefined) return null;
  const turns: ConversationTurn[] = [];
  for (const { path } of found.notes) {
    const bytes = await ports.readNote(path);
    if (bytes === null) continue;
    // The note may have just become secret.
    const { band, regions } = await readNoteBands(bytes, path, ports.settings);
    if (band === 'secret' && !reveal) continue;
    const secret = reveal ? [] : mergeSpans(regions.filter((region) => region.band === 'secret'));
    const note = await parseInTime(bytes, { path, defaultBand: ports.settings.defaultBand });
    for (const turn of readTurns(note)) turns.push(showTurn(turn, bytes, path, secret));
  }
  return { id, title: first.title, notes: found.notes.map(({ path }) => path), turns };
}

interface FoundConversation {
  readonly id: string;
  readonly notes: readonly StoredNote[];
}

const FURTHER = /^(.+)-(\d+)$/u;

/** Returns the conversations by their first note. A continuation note is recognised by its id and its path. */
export async function findConversations(
  claims: Pick<ClaimReader, 'notes'>,
  reveal: boolean,
): Promise<FoundConversation[]> {
  const all = (await claims.notes()).filter(
    ({ type, band }) => type === 'conversation' && (reveal || band !== 'secret'),
  );
  const ids = new Set(all.map(({ noteId }) => noteId));
  const partOf = ({ noteId, path }: StoredNote): { readonly id: string; readonly number: number } => {
    const [, id, number] = FURTHER.exec(noteId) ?? [];
    const isFurther = id !== undefined && ids.has(id) && path.endsWith(`-${number}.md`);
    return isFurther ? { id, number: Number(number) } : { id: noteId, number: 1 };
  };
  const parts = all.map((note) => ({ note, ...partOf(note) }));
  return [...Map.groupBy(parts, ({ id }) => id)].map(([id, notes]) => ({
    id,
    notes: notes.sort((a, b) => a.number - b.number).map(({ note }) => note),
  }));
}

function showTurn(
  turn: NoteTurn,
  bytes: Uint8Array,
  notePath: string,
  secret: readonly { readonly start: number; readonly end: number }[],
): ConversationTurn {
  const { index, role, at, name, attached, span } = turn;
  const shown = { index, role, at, name, attached, span, notePath };
  const isTouched = secret.some(({ start, end }) => start < span.end && span.start < end);
  if (!isTouched) return { ...shown, text: turn.text };
  const lines = redactSpan(bytes, span, secret).split(/\r\n|[\r\n]/u);
  const headEnd = span.start + lengthOfFirstLine(bytes, span);
  const isHeadSecret = index !== null && secret.some(({ start, end }) => start < headEnd && span.start < end);
  if (isHeadSecret) return { ...shown, name: null, text: REDACTED };
  const said = index === null ? lines : lines.slice(1).map((line) => line.replace(/^> ?/u, ''));
  return { ...shown, text: said.join('\n') };
}

function lengthOfFirstLine(bytes: Uint8Array, { start, end }: { start: number; end: number }): number {
  const length = bytes.subarray(start, end).findIndex((byte) => byte === 0x0a || byte === 0x0d);
  return length === -1 ? end - start : length;
}

function byBeginning(a: ConversationSummary, b: ConversationSummary): number {
  if (a.begun !== b.begun) return a.begun === null ? 1 : b.begun === null || a.begun < b.begun ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
