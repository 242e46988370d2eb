import type {
  Claim,
  ClaimReader,
  Extractor,
  IndexProgress,
  IndexReport,
  RefusedRecord,
} from '@memora/claims';
import type { JudgeReport } from '@memora/claims/llm';
import type {
  ConversationProblem,
  ImportConversationsOptions,
  ImportedConversation,
} from '@memora/conversations';
import type { Band, ClaimId, SdkModel, SpanLike, WireText } from '@memora/core';
import type { Ingester, ListedSource } from '@memora/ingest';
import type { LeakGuard } from '@memora/privacy';
import type { CustomRetriever, Embedder, Hit, Reranker } from '@memora/retrieval';
import type {
  Judge,
  JudgeFunction,
  Policy,
  Receipt,
  SourceAnchor,
  VerificationReport,
  VerifiedPart,
} from '@memora/validator';
import type { EntailmentReport } from '@memora/validator/entailment';
import type { CapturedNote, NewNote } from '@memora/vault';
import type { Answer, AskOptions } from './answer/answer.ts';
import type { SearchPage } from './answer/answer-passage.ts';
import type { Evidence } from './answer/evidence/read-evidence.ts';
import type { LoadedConfig } from './config/index.ts';
import type {
  ConversationOptions,
  ConversationSummary,
  StoredConversation,
} from './conversations/conversation-view.ts';
import type { HeldClaim } from './entities/create-held-at.ts';
import type { MemoryEntities } from './entities/memory-entities.ts';
import type { AutofillOptions, AutofillReport } from './indexing/autofill-notes.ts';
import type { FollowOptions } from './indexing/follow-vault.ts';
import type { ExtractionPreview } from './indexing/preview-extraction.ts';
import type { NotePreview } from './indexing/preview-note.ts';
import type { RefreshOptions, RefreshReport } from './indexing/refresh-memory.ts';
import type {
  IngestedSource,
  IngestOptions,
  IngestProblem,
  IngestSource,
  RefreshSourcesOptions,
} from './ingest/ingest-options.ts';
import type { JudgeOptions } from './judge/judge-report.ts';
import type { AskedAsOf } from './lookup/to-as-of.ts';
import type { MemoryGroups } from './memory-groups.ts';
import type { AnswerPrompt } from './models/chat-model.ts';
import type { AuditOptions, PrivacyAudit } from './privacy/audit-vault.ts';
import type { EraseOptions, ErasureReport, ErasureTarget } from './privacy/erasing/erasure.ts';
import type { UncleanedBackup } from './privacy/erasing/uncleaned-backup.ts';
import type { KeyRotationReport } from './store/keys/rotate-key.ts';
import type { DoctorReport } from './upkeep/doctor/doctor-report.ts';
import type { AccessCounts } from './upkeep/feedback/access-counts.ts';
import type { FeedbackStatus } from './upkeep/feedback/learned-feedback.ts';
import type { MemoryMaintenance } from './upkeep/maintain/memory-maintenance.ts';
import type { MemoryReview, SecretOption } from './upkeep/review/memory-review.ts';
import type { Clock } from './upkeep/schedule/clock.ts';
import type { KeepMemories, MaintenanceEvent } from './upkeep/schedule/run-schedule.ts';
import type { VectorOutcome } from './vectors/open-vectors.ts';

/** The options of {@link openMemory}. */
export interface OpenMemoryOptions {
  /** The folder of notes. */
  readonly vault: string;
  /** Loads its settings; by default from the config files and the environment. */
  readonly loadConfig?: (vaultRoot: string) => Promise<LoadedConfig>;
  /** Any AI SDK model that writes the answers; by default the configured provider, else the claims' own words. */
  readonly model?: SdkModel;
  /**
   * Judges whether statements of an answer follow from what they cite; by default the configured model. A
   * plain function counts as a cloud model.
   */
  readonly judge?: Judge | JudgeFunction;
  /** True if `model` runs on this machine and may see secret claims. By default they are redacted. */
  readonly modelIsLocal?: boolean;
  /** The clock of maintenance; the system's by default. */
  readonly now?: () => Date;
  /**
   * Extracts claims from notes; by default the configured extractor, which is offline by default. It also receives secret segments, marked by their `band`: an
   * extractor that sends text elsewhere must leave them out.
   */
  readonly extractor?: Extractor;
  /** Finds claims by id, in place of words, links and vectors. */
  readonly retriever?: CustomRetriever;
  /** Reorders the results after reading them together with the question. */
  readonly reranker?: Reranker;
  /** Any embedder; by default the configured one, and no vectors if null. */
  readonly embedder?: Embedder | null;
  /** `MEMORA_INDEX_DB`, `MEMORA_VECTOR_INDEX` and `MEMORA_CONFIG_DIR` are read from it; `process.env` by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** How to restore a copy of the index. */
interface RestoreOptions {
  /** True if the user confirms that a copy from another installation is their own. */
  readonly unknown?: boolean;
}

/**
 * An open vault: its claims are made from its notes. Dispose it to close the database. Methods other than
 * asking and indexing are also in groups, such as `memory.review.resolve` and `memory.privacy.erase`. After
 * `close` every method fails with `MEMORY_CLOSED`.
 */
export interface Memory extends FlatMemory, MemoryGroups<FlatMemory> {}

/** All methods of a memory, without groups. */
export interface FlatMemory extends MemoryReview, MemoryMaintenance, AsyncDisposable {
  /** The real path of the vault. */
  readonly vault: string;
  /** The settings when it was opened. */
  readonly settings: LoadedConfig;
  /** Reads the current settings from the files: a person may withdraw a consent while a server runs. */
  readonly readSettings: () => Promise<LoadedConfig>;
  /** The claims, read-only. Opens the database on first use; throws `NOT_INDEXED` if there is none. */
  readonly claims: ClaimReader;
  /** Returns a text that changes whenever the index is written, by this process or another; null if nothing is indexed. Cheap enough to call often. */
  readonly revision: () => Promise<string | null>;
  /** Stops outgoing data that contains secret text of the current notes. Use it for your own model calls. */
  readonly guard: LeakGuard;
  /**
   * Returns the configured chat model, or the caller's own, whose requests all pass the egress; null if there is none. `constant` are Memora's own words in
   * each request. A model that does not run on this machine (`cloud-model`) may be shown no secret text.
   */
  readonly chatModel: (
    constant?: readonly string[],
  ) => Promise<{ readonly model: SdkModel; readonly place: 'loopback' | 'cloud-model' } | null>;
  /** Updates the claims from the notes. Aborting keeps completed work. */
  readonly index: (options?: IndexOptions) => Promise<IndexResult>;
  /**
   * Indexes the notes that changed since they were indexed, within a time budget, so that the next question uses the current notes. Calls no model and writes
   * no note; obstacles are reported, not thrown. A note that changes in the meantime is out of date again.
   */
  readonly refresh: (options?: RefreshOptions) => Promise<RefreshReport>;
  /**
   * Refreshes once and then after each change of a note, until the signal aborts; yields each report. Takes no lock, so it can run together with `watch` and in
   * any number of processes. Does nothing for a vault that was never indexed.
   */
  readonly follow: (options: FollowOptions) => AsyncIterable<RefreshReport>;
  /** The people and things in the notes, by name. */
  readonly entities: MemoryEntities;
  /**
   * Returns what was valid about a thing at a date, under any of its names, and its later replacements.
   * Throws `AS_OF_INVALID`.
   */
  readonly heldAt: (subject: string, date: string, options?: SecretOption) => Promise<readonly HeldClaim[]>;
  /** Returns the refused records of models, by note. */
  readonly refusals: () => Promise<readonly RefusedRecord[]>;
  /** Returns the configured extractor's result for one note; nothing is stored. Throws `NOTE_NOT_FOUND`. */
  readonly extract: (notePath: string) => Promise<ExtractionPreview>;
  /** Indexes, then follows changes of the notes until the signal aborts. Throws `VAULT_LOCKED` if another watcher runs. */
  readonly watch: (options?: WatchMemoryOptions) => AsyncIterable<MemoryEvent>;
  /**
   * Writes a new note and indexes it; reports if it is on disk but could not be indexed. Throws `PATH_OUTSIDE_VAULT` for a region that is not a folder of the
   * vault.
   */
  readonly capture: (
    note: NewNote,
    options?: Pick<IndexOptions, 'signal' | 'onProgress'>,
  ) => Promise<CaptureResult>;
  /**
   * Updates the claims of these notes, waiting for other processes as long as necessary, and returns the failures. Paths without a note are deleted notes. If
   * nothing is indexed yet, the whole vault is.
   */
  readonly indexNotes: (
    paths: readonly string[],
    options?: Pick<IndexOptions, 'signal' | 'onProgress'>,
  ) => Promise<IndexReport['failures']>;
  /** Returns the relations that a note with these bytes at the path would have. Writes nothing. */
  readonly previewNote: (path: string, bytes: Uint8Array) => Promise<NotePreview>;
  /**
   * Adds missing frontmatter keys to notes; every other byte stays. Call it only on a person's request: nothing else edits a note unless `frontmatter.mode` is
   * `autofill`.
   */
  readonly autofill: (options?: AutofillOptions) => Promise<AutofillReport>;
  /**
   * Writes exported chats to the vault as conversation notes, then indexes them; yields the result of each chat. A second import of a longer export writes only
   * the new turns. With `dryRun` nothing is written. Throws `VAULT_LOCKED` if another import runs.
   */
  readonly importConversations: (
    input: Uint8Array | AsyncIterable<Uint8Array>,
    options?: ImportConversationsOptions,
  ) => AsyncGenerator<ImportedConversation | ConversationProblem>;
  /**
   * Reads a document, or the documents of a mailbox or a feed, into notes of the vault whose claims link to the original: a page, a second, a row. An address
   * is fetched if the network is allowed. Yields the result of each; an unreadable document is reported, not thrown.
   */
  readonly ingest: (
    source: IngestSource,
    options?: IngestOptions,
  ) => AsyncGenerator<IngestedSource | IngestProblem>;
  /** Returns the sources of the vault's notes. */
  readonly sources: () => Promise<readonly ListedSource[]>;
  /**
   * Reads the sources known to this installation again. Changes are merged into their notes, where edits stay; a deleted source is reported as `SOURCE_GONE`.
   */
  readonly refreshSources: (
    options?: RefreshSourcesOptions,
  ) => AsyncGenerator<IngestedSource | IngestProblem>;
  /** Removes the place of a source; deletes its notes only `withNotes`. Null if no known source has a note with this id. */
  readonly removeSource: Ingester['remove'];
  /** Returns the indexed conversations, by start time. */
  readonly conversations: (options?: ConversationOptions) => Promise<readonly ConversationSummary[]>;
  /** Returns one of them with its turns from the current notes; null if there is none with this id. */
  readonly conversation: (id: string, options?: ConversationOptions) => Promise<StoredConversation | null>;
  /** Finds separate claims: for memories of agents, and for callers that rank single statements. For questions use `passages`. */
  readonly query: (text: string, options?: QueryOptions) => Promise<QueryResult>;
  /** Finds passages: parts of notes that can be understood on their own, best first, from the current notes. Calls no model. */
  readonly passages: (text: string, options?: PassageOptions) => Promise<SearchPage>;
  /** Answers from passages; every citation of the answer was re-read and re-hashed. */
  readonly ask: (text: string, options?: AskOptions) => Promise<Answer>;
  /** Audits an answer by another author. */
  readonly verify: (answer: string, options?: VerifyOptions) => Promise<VerificationReport>;
  /**
   * Asks a judge whether the cited spans entail each kept statement: an opinion in addition to the proof. The
   * judge is the configured chat model, or a local one. Throws `NO_JUDGE` if there is none.
   */
  readonly judge: (report: VerificationReport, options?: JudgeOptions) => Promise<EntailmentReport>;
  /** Verifies an answer while it is written: text in, verified parts out. */
  readonly verifyStream: (options?: VerifyOptions) => TransformStream<string, VerifiedPart>;
  /** Returns the prompt that `ask` would send for a question, redacted for its destination. For callers with their own model loop. */
  readonly prompt: (text: string, options?: PromptRequest) => Promise<MemoryPrompt>;
  /**
   * Reads a note's current bytes on disk; null if there is no such note. With `of`, an answer or a query result, returns the bytes that it was checked against,
   * unless the file has changed since; with `seen` even then.
   */
  readonly readNote: (
    notePath: string,
    options?: { readonly of?: object; readonly seen?: boolean },
  ) => Promise<Uint8Array | null>;
  /** Returns paths of notes as shown to readers without access to secret ones: those are `[redacted].md#` and an alias. */
  readonly nameNotes: (paths: Iterable<string>) => Promise<(path: string) => string>;
  /**
   * Returns the current text of each claim's span on disk; null if the file does not contain it, `[redacted]`
   * if secret. With `again`, the notes are read again, even if the question that found the claims has read
   * them; for that question, the new bytes then count as `seen`. `of` is the question's result, if notes were
   * `kept` for it.
   */
  readonly readSpans: (
    claims: readonly Claim[],
    options?: { readonly reveal?: boolean; readonly again?: boolean; readonly of?: object },
  ) => Promise<(string | null)[]>;
  /** Returns the place in the document that each claim's note was made from; null for other notes, and for a secret claim. */
  readonly readPlaces: (claims: readonly Claim[]) => Promise<(SourceAnchor | null)[]>;
  /** Returns the current place of a claim's bytes in its note, also after an edit above them; null if the note no longer contains them. */
  readonly findSpan: (claim: Claim) => Promise<SpanLike | null>;
  /** Returns what a person with only the notes, or only the cited spans, needs to check an answer's report. */
  readonly receipt: (report: VerificationReport) => Promise<Receipt>;
  /** Returns which text is secret and why, which text looks secret, and what has left the machine: places and reasons, without note text. */
  readonly audit: (options?: AuditOptions) => Promise<PrivacyAudit>;
  /**
   * Erases a claim, a note, or all notes of a source, with everything derived from them, from all that Memora wrote, and reports the result of a search of
   * every byte afterwards. The notes themselves are the user's and are not changed. Throws `NOTHING_TO_ERASE`.
   */
  readonly erase: (target: ErasureTarget, options?: EraseOptions) => Promise<ErasureReport>;
  /** Writes a consistent copy of the database while others read and write it. Never overwrites a file. */
  readonly backup: (target: string) => Promise<void>;
  /**
   * Replaces the database with a copy, and returns its path. Throws `BACKUP_INVALID` before it changes anything, and `DATABASE_BUSY` while another process
   * writes, or has an encrypted database open.
   */
  readonly restore: (backup: string, options?: RestoreOptions) => Promise<string>;
  /**
   * Replaces the vault's key: everything encrypted with it, and the recorded backups, are encrypted with a new one, then the old key is deleted. Secret claims
   * get new ids. After a crash the next writing run finishes or reverts it. Throws `KEY_UNAVAILABLE`, and `DATABASE_BUSY` while another process has the
   * database open.
   */
  readonly rotateKey: () => Promise<KeyRotationReport>;
  /** Counts how often ids of the caller were shown. Stored next to the claims; an erased note loses its count. */
  readonly access: AccessCounts;
  /** Returns what was learned from answered questions: figures only. Nothing is learned unless `retrieval.learn_from_use` is set. */
  readonly feedback: () => Promise<FeedbackStatus>;
  /** Deletes everything learned. Returns how many pairs of claims there were. */
  readonly resetFeedback: () => Promise<number>;
  /**
   * Returns the current state of each claim's source: in place, moved, changed or gone, with the surrounding
   * line. Every note is read once, and every span is hashed. Secret text is masked; a secret claim has no
   * line.
   */
  readonly evidence: (
    claims: readonly Claim[],
    options?: { readonly signal?: AbortSignal },
  ) => Promise<ReadonlyMap<ClaimId, Evidence>>;
  /** Looks for faults; `repair` fixes those that can be fixed without loss, in `.memora/` only, and names each step. */
  readonly doctor: (options?: DoctorOptions) => Promise<DoctorReport>;
  readonly close: () => Promise<void>;
}

/** Options of `memory.index`. */
export interface IndexOptions {
  /** Reads every note again, changed or not. */
  readonly full?: boolean;
  /** True reports what would be done and writes nothing at all. */
  readonly dryRun?: boolean;
  /** False leaves contradictions alone. */
  readonly contradict?: boolean;
  /** False touches no note, whatever `frontmatter.mode` says. */
  readonly writeNotes?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: IndexProgress) => void;
}

/** The result of an indexing run, with the number of contradicted or stale claims after it. */
export interface CaptureResult extends CapturedNote {
  /**
   * Credentials in an agent's text that were left out of the note, each kind once: `AWS access key`. A
   * person's note is written unchanged.
   */
  readonly hidden: readonly string[];
  /**
   * Why the note, which is on disk, could not be indexed: a code, and a reason without text of the note. Null
   * if it was indexed.
   */
  readonly failure: { readonly code: string; readonly reason: string } | null;
}

export interface IndexResult {
  readonly report: IndexReport;
  /** Number of notes that got missing frontmatter keys; always 0 unless `frontmatter.mode` is `autofill`. */
  readonly notesEdited: number;
  readonly contradictions: number;
  readonly stale: number;
  /** The result of the judge, if the config has one. */
  readonly judged?: JudgeReport;
  /** The result of embedding; null if the config wants no vectors, and for a dry run. */
  readonly vectors: VectorOutcome | null;
  /** Backups from which text that this run found to be secret could not be removed. */
  readonly uncleanedBackups: readonly UncleanedBackup[];
  /** Parts of the vault that were not used, in sentences: settings that the user has not accepted, a database of another user. */
  readonly notices: readonly string[];
}

/** Options of `memory.watch`. */
export interface WatchMemoryOptions {
  /** The progress of the first run. */
  readonly onProgress?: (progress: IndexProgress) => void;
  readonly signal?: AbortSignal;
  /** False only indexes: no pages, no challenger. */
  readonly maintain?: boolean;
  /** Consolidates the memories of agents once a day, at `consolidation.daily_at`. */
  readonly keep?: KeepMemories;
  /** The clock of the schedule; the computer's by default. */
  readonly clock?: Clock;
}

/** The events of a watching memory, in order. Paths, codes and numbers only. */
export type MemoryEvent =
  | ({ readonly type: 'indexed' } & IndexResult)
  | {
      readonly type: 'changed';
      readonly kind: 'create' | 'edit' | 'delete' | 'rename' | 'move';
      readonly path: string;
    }
  | MaintenanceEvent;

/** Options of `memory.doctor`. */
export interface DoctorOptions {
  readonly repair?: boolean;
  /** True names secret notes by their paths. */
  readonly reveal?: boolean;
  readonly signal?: AbortSignal;
}

/** Options of `memory.query`. */
export interface QueryOptions {
  /** Maximum number of claims; `retrieval.top_k` by default. */
  readonly k?: number;
  /** Searches the claims that were true on this date; with `known`, as the memory knew them then, including claims that are no longer in the notes. */
  readonly asOf?: AskedAsOf;
  readonly region?: string;
  /** True also finds what conversations say. The default is `retrieval.conversations`, which is false by default. */
  readonly conversations?: boolean;
  /** False leaves out what agents remembered, so that many memories with the same words do not displace people's notes. */
  readonly memories?: boolean;
  /** True also finds statements that agents attribute to the user without a recorded turn as proof. Recalls of agents use it; answers never contain them. */
  readonly reports?: boolean;
  /** Only claims of these bands. */
  readonly bands?: readonly Band[];
  /** False skips the search for notes that the index is behind, which checks every note. */
  readonly behind?: boolean;
  /** True searches by words alone, and sends the question to no embedder: for text that the caller may not send. */
  readonly words?: boolean;
  /**
   * True searches few candidates, those with the rarest words of the question, and follows no links: for a
   * memory that is searched at every turn. Vectors are searched too if there are any.
   */
  readonly near?: boolean;
  /**
   * True reuses bytes of notes that earlier questions read if the file still has the same number, size and times. Pass `of`, the result, when you read hits
   * again with `again`, because claims do not record which question found them. Otherwise each note is read anew.
   */
  readonly kept?: boolean;
  readonly signal?: AbortSignal;
}

/** Options of `memory.passages`. */
export interface PassageOptions
  extends Pick<QueryOptions, 'k' | 'asOf' | 'region' | 'conversations' | 'bands' | 'behind' | 'signal'> {
  /** Further words to search by: synonyms, names, other languages. */
  readonly words?: string;
}

/** Options of `memory.prompt`. */
export interface PromptRequest extends QueryOptions {
  /** The destination of the prompt; a cloud by default, so that secret claims are redacted. */
  readonly place?: 'loopback' | 'cloud-model';
}

/** A prompt over passages, and the only ids its answer may cite. */
export interface MemoryPrompt extends AnswerPrompt {
  readonly claimIds: readonly string[];
  /** The passages between their fences, without the question: to put before the user's own message. */
  readonly notes: WireText;
  /**
   * Replaces the handles that an answer to this prompt cites, `[3: "exact words"]` or `[3]`, with claim
   * markers. Verify the result.
   */
  readonly cite: (draft: string) => string;
  /** The same for an answer that arrives in pieces. */
  readonly openCiting: () => { readonly write: (piece: string) => string; readonly end: () => string };
  readonly hits: readonly Hit[];
  /** As in {@link QueryResult}. */
  readonly behind: readonly string[];
}

/** The results of `memory.query`, best first: claims whose words are in their notes now. */
export interface QueryResult {
  readonly hits: readonly Hit[];
  /**
   * Paths of notes that changed, were added or deleted since they were indexed: their current text was not
   * searched. At most fifty. A secret note has another name if secret claims were not requested.
   */
  readonly behind: readonly string[];
  readonly degraded: boolean;
  readonly degradedReasons: readonly string[];
}

/** Options of `memory.verify`. */
export interface VerifyOptions {
  /** The only claims that may be cited: those that the answer was written from. */
  readonly allowedIds?: Iterable<string>;
  /** The time that the answer is about. With `known`, also the time whose state of knowledge it is compared with. */
  readonly asOf?: AskedAsOf;
  /**
   * Also checks citations of secret claims. Otherwise each is `redacted`, whatever the answer says, because a
   * verdict would confirm a correct guess.
   */
  readonly reveal?: boolean;
  /** Decides about statements without a citation: `strip` by default; `keep` leaves them in the text, unproven. */
  readonly uncited?: 'strip' | 'keep';
  /** Which statements stay in the clean text. Default `proven`. */
  readonly policy?: Policy;
  /** The question that the answer is for, and its date: figures in them count as evidence. */
  readonly question?: string;
  readonly today?: string;
  /**
   * Judges whether statements follow from the text they cite. None by default: the configured judge is called
   * only for answers.
   */
  readonly judge?: Judge | JudgeFunction;
  readonly signal?: AbortSignal;
}
