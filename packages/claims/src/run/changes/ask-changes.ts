import { type Blake3, MemoraError, type SdkModel } from '@memora/core';
import type { VisibilityPolicy, WirePlace } from '@memora/privacy';
import { callModel, type ModelReply } from '../../extract/llm/call-model.ts';
import {
  buildChangePrompt,
  CHANGE_TASK,
  type ChangeEntry,
  tokensOfEntry,
} from '../../relate/changes/build-change-prompt.ts';
import type { OlderSearch } from '../../relate/changes/change-relation.ts';
import { readChanges, type SaidChange } from '../../relate/changes/read-changes.ts';
import {
  type DatedNote,
  finishNote,
  type JudgedPair,
  readAskedWindows,
  readClaimSpan,
  rememberChanges,
} from '../../store/changes/change-memory.ts';
import type { SqliteClaimStore } from '../../store/sqlite-claim-store.ts';
import { chooseOlder, type OlderEntry } from './choose-older.ts';
import type { ChangeNote, ReadChangeNote } from './open-change-notes.ts';
import { type ProofRefusal, proveChange } from './prove-change.ts';

/** How to call the model. */
export interface AskOptions {
  readonly signal?: AbortSignal | undefined;
  /** Any AI SDK model. Build it with the egress's `fetch`, so that its requests pass the egress guard. */
  readonly model: SdkModel;
  /** Where the model runs: decides which bands it may see. */
  readonly place: WirePlace;
  readonly policy?: VisibilityPolicy | undefined;
  /** Maximum tokens of one request; 6,000 by default. */
  readonly promptTokens?: number | undefined;
  /** Maximum number of older passages in one request; 60 by default. */
  readonly mostOlder?: number | undefined;
  readonly retries?: number | undefined;
  readonly backoffMs?: number | undefined;
  readonly timeoutMs?: number | undefined;
  readonly now?: (() => Date) | undefined;
}

/** The dependencies of asking about a note. */
interface AskContext {
  readonly store: SqliteClaimStore;
  readonly judge: string;
  readonly search: OlderSearch;
  readonly read: ReadChangeNote;
  readonly hash: Blake3;
  /** Called with null before each request, and with each reply. */
  readonly onRequest: (reply: ModelReply | null) => void;
}

/** The result for one note. */
export interface NoteJudgement {
  readonly dated: DatedNote;
  readonly pairs: readonly JudgedPair[];
  readonly refused: readonly ProofRefusal[];
  /** Why the note, or a part of it, could not be judged; pairs proven before the failure are kept. */
  readonly failure: string | null;
}

/** A note that needs a larger share of a request than this is split into several requests. */
const SHARE_OF_NEW = 0.4;
/** The largest share of the older passages for the note's own lines. */
const SHARE_OF_OWN = 0.2;

/** The file differs from the indexed version: it is judged after the next indexing. */
export const NOTE_CHANGED = 'NOTE_CHANGED';

/** Asks about the new parts of a note and stores the proven pairs, part by part. Throws only if the run is aborted or the store fails. */
export async function askChanges(
  dated: DatedNote,
  context: AskContext,
  options: AskOptions,
): Promise<NoteJudgement> {
  const { store, judge, read } = context;
  const pairs: JudgedPair[] = [];
  const refused: ProofRefusal[] = [];
  const done = (failure: string | null): NoteJudgement => ({ dated, pairs, refused, failure });
  const note = await read(dated.key);
  if (note === null) return done(NOTE_CHANGED);
  const tokens = options.promptTokens ?? 6_000;
  const asked = readAskedWindows(store.database, dated.key, judge);
  const fresh = note.entries.filter(({ window }) => !asked.has(window.print));
  for (const part of splitParts(fresh, SHARE_OF_NEW * tokens)) {
    let outcome: PartOutcome;
    try {
      outcome = await askPart(note, part, asked.size > 0, context, options);
    } catch (error) {
      if (!MemoraError.isInstance(error) || error.code === 'ABORTED') throw error;
      return done(error.code);
    }
    pairs.push(...outcome.pairs);
    refused.push(...outcome.refused);
    // A truncated reply says nothing about the remaining windows.
    const prints = outcome.failure === null ? part.map(({ window }) => window.print) : [];
    const now = (options.now?.() ?? new Date()).getTime();
    store.transaction((db) =>
      rememberChanges(db, { note: dated.key, judge, prints, pairs: outcome.pairs }, now),
    );
    if (outcome.failure !== null) return done(outcome.failure);
  }
  const prints = note.entries.map(({ window }) => window.print);
  store.transaction((db) => finishNote(db, dated, judge, prints));
  return done(null);
}

/** Splits the entries into parts that fit into one request each. */
function splitParts(entries: readonly ChangeEntry[], tokens: number): ChangeEntry[][] {
  const parts: ChangeEntry[][] = [];
  let room = 0;
  for (const entry of entries) {
    const cost = tokensOfEntry(entry);
    if (cost > room || parts.length === 0) {
      parts.push([]);
      room = tokens;
    }
    parts.at(-1)?.push(entry);
    room -= cost;
  }
  return parts;
}

interface PartOutcome {
  readonly pairs: readonly JudgedPair[];
  readonly refused: readonly ProofRefusal[];
  readonly failure: string | null;
}

const NOTHING: PartOutcome = { pairs: [], refused: [], failure: null };

async function askPart(
  note: ChangeNote,
  fresh: readonly ChangeEntry[],
  isEdited: boolean,
  context: AskContext,
  options: AskOptions,
): Promise<PartOutcome> {
  const { place, policy = {}, promptTokens: tokens = 6_000, mostOlder: most = 60 } = options;
  const ownTokens = SHARE_OF_OWN * tokens;
  const older = await chooseOlder(note, fresh, {
    ...context,
    ownTokens,
    most,
    spanOfClaim: (key) => readClaimSpan(context.store.database, key),
  });
  if (!mayChange(note, older, isEdited)) return NOTHING;
  const entries = older.map(({ entry }) => entry);
  const built = buildChangePrompt(fresh, entries, { place, policy, tokens });
  // Nothing is older, or nothing may be shown: there is nothing to ask.
  if (built === null) return NOTHING;
  context.onRequest(null);
  const reply = await callModel(built.prompt, {
    model: options.model,
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? 120_000,
    retries: options.retries ?? 4,
    backoffMs: options.backoffMs ?? 1_000,
    onRequest: (isRetry) => {
      if (isRetry) context.onRequest(null);
    },
    task: CHANGE_TASK,
  });
  context.onRequest(reply);
  const said = readChanges(reply.text);
  if (said === null) return { ...NOTHING, failure: reply.isCutOff ? 'REPLY_CUT_OFF' : 'REPLY_UNREADABLE' };
  const noteOf = new Map(older.map(({ entry, of }) => [entry, of]));
  const shown = {
    older: built.older.map((entry) => ({ of: noteOf.get(entry) ?? note, window: entry.window })),
    newer: fresh.map(({ window }) => ({ of: note, window })),
  };
  const judged = proveAll(said.changes, shown, context);
  const refused = [...judged.refused, ...Array<ProofRefusal>(said.unreadable).fill('unreadable')];
  return { pairs: judged.pairs, refused, failure: reply.isCutOff || said.isCutOff ? 'REPLY_CUT_OFF' : null };
}

/** False for a new note that was written at once, without an older note: it does not replace its own lines. */
function mayChange(note: ChangeNote, older: readonly OlderEntry[], isEdited: boolean): boolean {
  if (older.some(({ of }) => of !== note)) return true;
  return isEdited || new Set(note.entries.map(({ date }) => date)).size > 1;
}

function proveAll(
  changes: readonly SaidChange[],
  shown: Parameters<typeof proveChange>[1],
  { store, hash }: AskContext,
): Pick<PartOutcome, 'pairs' | 'refused'> {
  const proofs = changes.map((change) => proveChange(change, shown, store, hash));
  return {
    pairs: proofs.flatMap((proof) => ('pair' in proof ? [proof.pair] : [])),
    refused: proofs.flatMap((proof) => ('refused' in proof ? [proof.refused] : [])),
  };
}
