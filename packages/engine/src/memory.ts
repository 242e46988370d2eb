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

/** What {@link openMemory} takes. */
export interface OpenMemoryOptions {
  /** The folder of notes. */
  readonly vault: string;
  /** Where its settings come from; the config files and the environment by default. */
  readonly loadConfig?: (vaultRoot: string) => Promise<LoadedConfig>;
  /** Any AI SDK model that writes the answers; the configured provider without it, and the claims' own words without that. */
  readonly model?: SdkModel;
  /** Judges whether statements of an answer follow from what they cite; the model of the settings without it. A bare function counts as a cloud. */
  readonly judge?: Judge | JudgeFunction;
  /** True where `model` runs on this machine and may be shown secret claims. Without it they are redacted. */
  readonly modelIsLocal?: boolean;
  /** The clock that maintenance goes by; the system's by default. */
  readonly now?: () => Date;
  /**
   * Makes the claims of notes; that of the settings without it, which is the offline one by default. It is given secret segments too, whose `band` says so: what sends
   * text somewhere leaves them out.
   */
  readonly extractor?: Extractor;
  /** Finds claims by their ids, in the place of words, links and vectors. */
  readonly retriever?: CustomRetriever;
  /** Reads again what was found beside the question, and orders it. */
  readonly reranker?: Reranker;
  /** Any embedder; the configured one without it, and no vectors at all for null. */
  readonly embedder?: Embedder | null;
  /** `MEMORA_INDEX_DB`, `MEMORA_VECTOR_INDEX` and `MEMORA_CONFIG_DIR` are read from it; `process.env` by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** How a copy of the index is put back. */
interface RestoreOptions {
  /** True where the user says that a copy which this installation did not write is theirs. */
  readonly unknown?: boolean;
}

/**
 * An open vault: its notes are the truth, its claims the memory. Dispose it to close the database. What is not about asking and indexing is in groups too, such as
 * `memory.review.resolve` and `memory.privacy.erase`. After `close` every method fails with `MEMORY_CLOSED`.
 */
export interface Memory extends FlatMemory, MemoryGroups<FlatMemory> {}

/** All methods of a memory by themselves. */
export interface FlatMemory extends MemoryReview, MemoryMaintenance, AsyncDisposable {
  /** The one real path of the vault. */
  readonly vault: string;
  /** As they were when it was opened. */
  readonly settings: LoadedConfig;
  /** As the files say now: a person may take a consent back while a server runs. */
  readonly readSettings: () => Promise<LoadedConfig>;
  /** The claims, read-only. Opens the database when it is first used; throws `NOT_INDEXED` where there is none. */
  readonly claims: ClaimReader;
  /**
   * Another text whenever the index was written to, by this process or another; null where nothing is indexed. Costs next to
   * nothing, so that it can be asked again and again.
   */
  readonly revision: () => Promise<string | null>;
  /** Stops what is about to leave where it holds secret text of the notes as they are now. For model calls of your own. */
  readonly guard: LeakGuard;
  /**
   * The chat model of the settings, or the caller's own, each request of which passes the egress; null where there is none. `constant` are words of Memora's own that each
   * request holds. What runs elsewhere than on this machine (`cloud-model`) may be shown no secret text.
   */
  readonly chatModel: (
    constant?: readonly string[],
  ) => Promise<{ readonly model: SdkModel; readonly place: 'loopback' | 'cloud-model' } | null>;
  /** Brings the claims up to date with the notes. Aborting keeps what was finished. */
  readonly index: (options?: IndexOptions) => Promise<IndexResult>;
  /**
   * Indexes the notes that changed since they were indexed, within a budget of time, so that the question after it is asked of the notes as
   * they are. Asks no model and writes no note; what stands in its way is told and no fault. A note that changes during it is behind again.
   */
  readonly refresh: (options?: RefreshOptions) => Promise<RefreshReport>;
  /**
   * Refreshes once and then after each change of a note, until the signal aborts; yields what each came to. Takes no lock: it runs beside
   * `watch` and in as many processes as ask questions. A vault that was never indexed stays as it is.
   */
  readonly follow: (options: FollowOptions) => AsyncIterable<RefreshReport>;
  /** The people and things that the notes speak of, by their names. */
  readonly entities: MemoryEntities;
  /** What held of a thing at a date, under any of its names, and what has replaced it since. Throws `AS_OF_INVALID`. */
  readonly heldAt: (subject: string, date: string, options?: SecretOption) => Promise<readonly HeldClaim[]>;
  /** What models returned of the notes and was not accepted, by note. */
  readonly refusals: () => Promise<readonly RefusedRecord[]>;
  /** What the extractor of the settings makes of one note; nothing is stored. Throws `NOTE_NOT_FOUND`. */
  readonly extract: (notePath: string) => Promise<ExtractionPreview>;
  /** Indexes, then keeps up with the notes until the signal aborts. Throws `VAULT_LOCKED` beside another watcher. */
  readonly watch: (options?: WatchMemoryOptions) => AsyncIterable<MemoryEvent>;
  /**
   * Writes a new note and indexes it; says where it is on disk and could not be indexed. Throws `PATH_OUTSIDE_VAULT` for a region that is
   * no folder of the vault.
   */
  readonly capture: (
    note: NewNote,
    options?: Pick<IndexOptions, 'signal' | 'onProgress'>,
  ) => Promise<CaptureResult>;
  /**
   * Brings the claims of these notes in line with them, as long as it takes other processes to let it write, and gives those that failed. Paths
   * without a note are notes that went. Where nothing is indexed yet, everything is.
   */
  readonly indexNotes: (
    paths: readonly string[],
    options?: Pick<IndexOptions, 'signal' | 'onProgress'>,
  ) => Promise<IndexReport['failures']>;
  /** Says what relating would conclude of a note, if these bytes stood at the path. Writes nothing. */
  readonly previewNote: (path: string, bytes: Uint8Array) => Promise<NotePreview>;
  /**
   * Adds the frontmatter keys that notes lack; every other byte stays. Somebody's act: nothing else edits a note unless
   * `frontmatter.mode` is `autofill`.
   */
  readonly autofill: (options?: AutofillOptions) => Promise<AutofillReport>;
  /**
   * Writes exported chats into the vault as conversation notes, then indexes them; yields what came of each chat. A second import of a grown export writes the new
   * turns alone. With `dryRun` nothing is written. Throws `VAULT_LOCKED` beside another import.
   */
  readonly importConversations: (
    input: Uint8Array | AsyncIterable<Uint8Array>,
    options?: ImportConversationsOptions,
  ) => AsyncGenerator<ImportedConversation | ConversationProblem>;
  /**
   * Reads a document, or the documents of a mailbox or a feed, into notes of the vault whose claims open the original: a page, a second, a
   * row. An address is fetched where the network is allowed. Yields what came of each; what can't be read is told and not thrown.
   */
  readonly ingest: (
    source: IngestSource,
    options?: IngestOptions,
  ) => AsyncGenerator<IngestedSource | IngestProblem>;
  /** The sources that notes of the vault were made of. */
  readonly sources: () => Promise<readonly ListedSource[]>;
  /**
   * Reads sources again whose place this installation knows. What changed is merged into their notes, in which edits stay; a source that is gone is
   * told as `SOURCE_GONE`.
   */
  readonly refreshSources: (
    options?: RefreshSourcesOptions,
  ) => AsyncGenerator<IngestedSource | IngestProblem>;
  /** Forgets where a source is; its notes go only `withNotes`. Null where no source that this installation knows has a note of this id. */
  readonly removeSource: Ingester['remove'];
  /** The conversations that are indexed, by the time they began. */
  readonly conversations: (options?: ConversationOptions) => Promise<readonly ConversationSummary[]>;
  /** One of them with its turns as the notes have them now; null where there is none of this id. */
  readonly conversation: (id: string, options?: ConversationOptions) => Promise<StoredConversation | null>;
  /** Finds claims by themselves: for memories of agents, and for callers that rank single statements. Questions are asked by `passages`. */
  readonly query: (text: string, options?: QueryOptions) => Promise<QueryResult>;
  /** Finds passages: whole parts of notes that can be understood alone, best first, as their notes are now. No model is asked. */
  readonly passages: (text: string, options?: PassageOptions) => Promise<SearchPage>;
  /** Answers from passages; every citation of the answer was re-read and re-hashed. */
  readonly ask: (text: string, options?: AskOptions) => Promise<Answer>;
  /** Audits an answer that somebody else wrote. */
  readonly verify: (answer: string, options?: VerifyOptions) => Promise<VerificationReport>;
  /**
   * Asks a judge whether the cited spans entail each statement that stands: an opinion beside the proof, and no part of it.
   * The judge is the configured chat model, or a local one. Throws `NO_JUDGE` where there is none.
   */
  readonly judge: (report: VerificationReport, options?: JudgeOptions) => Promise<EntailmentReport>;
  /** Verifies an answer while it is written: text in, verified parts out. */
  readonly verifyStream: (options?: VerifyOptions) => TransformStream<string, VerifiedPart>;
  /** The prompt that `ask` would send for a question, redacted for where it goes. For callers with a model loop of their own. */
  readonly prompt: (text: string, options?: PromptRequest) => Promise<MemoryPrompt>;
  /**
   * A note's bytes as they are on disk; null where there is no such note. `of` an answer, or what a query gave: the bytes it was checked against, unless the file has
   * changed since; with `seen` also where it has.
   */
  readonly readNote: (
    notePath: string,
    options?: { readonly of?: object; readonly seen?: boolean },
  ) => Promise<Uint8Array | null>;
  /** How paths of notes are shown to whoever may not read secret ones: those are `[redacted].md#` and an alias. */
  readonly nameNotes: (paths: Iterable<string>) => Promise<(path: string) => string>;
  /**
   * The text of each claim's span as it is on disk now; null where the file does not hold it, `[redacted]` where secret. With `again` the notes are read anew, also where the
   * question that found the claims has read them: what it `seen` then are these bytes. `of` what that question gave, where notes were `kept` for it.
   */
  readonly readSpans: (
    claims: readonly Claim[],
    options?: { readonly reveal?: boolean; readonly again?: boolean; readonly of?: object },
  ) => Promise<(string | null)[]>;
  /** The place of the document that the note of each claim was made of; null for any other note, and for a secret claim. */
  readonly readPlaces: (claims: readonly Claim[]) => Promise<(SourceAnchor | null)[]>;
  /** Where a claim's bytes stand in its note now, also after an edit above them; null where the note does not hold them any more. */
  readonly findSpan: (claim: Claim) => Promise<SpanLike | null>;
  /** What somebody who has only the notes, or only the cited spans, needs to check an answer's report. */
  readonly receipt: (report: VerificationReport) => Promise<Receipt>;
  /** What is secret and why, what looks as if it should be, and what has left; places and reasons, no text of notes. */
  readonly audit: (options?: AuditOptions) => Promise<PrivacyAudit>;
  /**
   * Erases a claim, a note, or all notes of a source, with everything derived from them, out of all that Memora wrote, and says
   * what a search of every byte found afterwards. The notes themselves are the user's and stay as they are.
   * Throws `NOTHING_TO_ERASE`.
   */
  readonly erase: (target: ErasureTarget, options?: EraseOptions) => Promise<ErasureReport>;
  /** Writes a consistent copy of the database while others read and write it. Never overwrites a file. */
  readonly backup: (target: string) => Promise<void>;
  /**
   * Puts a copy in the place of the database, and returns its path. Throws `BACKUP_INVALID` before it touches anything, and
   * `DATABASE_BUSY` while another process writes, or has an encrypted database open.
   */
  readonly restore: (backup: string, options?: RestoreOptions) => Promise<string>;
  /**
   * Replaces the key of the vault: everything that is encrypted under it, and the backups that Memora remembers, are written anew under another one, then the
   * old key goes. Secret claims get other ids. What a crash interrupts is finished or undone by the next run that writes. Throws
   * `KEY_UNAVAILABLE`, and `DATABASE_BUSY` while another process has the database open.
   */
  readonly rotateKey: () => Promise<KeyRotationReport>;
  /** How often what callers name by an id of theirs was shown. Kept beside the claims; a note that is erased loses its count. */
  readonly access: AccessCounts;
  /** What was learned from the questions answered so far: figures only. Nothing is, unless `retrieval.learn_from_use` is set. */
  readonly feedback: () => Promise<FeedbackStatus>;
  /** Unlearns all of it. Returns how many pairs of claims there were. */
  readonly resetFeedback: () => Promise<number>;
  /**
   * What stands now where each claim was taken from: in place, moved, changed or gone, with the line around it. Every note is read once
   * and every span hashed. Secret text is masked; a secret claim has no line.
   */
  readonly evidence: (
    claims: readonly Claim[],
    options?: { readonly signal?: AbortSignal },
  ) => Promise<ReadonlyMap<ClaimId, Evidence>>;
  /** Looks for faults; `repair` corrects what can be corrected without loss, in `.memora/` alone, and names each step. */
  readonly doctor: (options?: DoctorOptions) => Promise<DoctorReport>;
  readonly close: () => Promise<void>;
}

/** Options of `memory.index`. */
export interface IndexOptions {
  /** Read every note again, changed or not. */
  readonly full?: boolean;
  /** Say what would be done; write nothing at all. */
  readonly dryRun?: boolean;
  /** False leaves contradictions alone. */
  readonly contradict?: boolean;
  /** False touches no note, whatever `frontmatter.mode` says. */
  readonly writeNotes?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: IndexProgress) => void;
}

/** What an indexing run did, and how many claims stand contradicted or stale after it. */
export interface CaptureResult extends CapturedNote {
  /** Credentials that an agent's note was given and that were not written, each kind once: `AWS access key`. A person's note is written as it is. */
  readonly hidden: readonly string[];
  /** Why the note, which is on disk, could not be indexed: a code and a reason without text of it; null where it was. */
  readonly failure: { readonly code: string; readonly reason: string } | null;
}

export interface IndexResult {
  readonly report: IndexReport;
  /** Notes that got missing frontmatter keys; always 0 unless `frontmatter.mode` is `autofill`. */
  readonly notesEdited: number;
  readonly contradictions: number;
  readonly stale: number;
  /** What the judge did, where the config names one that has to be asked. */
  readonly judged?: JudgeReport;
  /** What came of embedding; null where the config wants no vectors, and for a dry run. */
  readonly vectors: VectorOutcome | null;
  /** Backups that hold what this run found to have become secret, and that could not be cleaned of it. */
  readonly uncleanedBackups: readonly UncleanedBackup[];
  /** What of the vault was not followed or not opened, in sentences: settings that the user has not accepted, a database that is not theirs. */
  readonly notices: readonly string[];
}

/** Options of `memory.watch`. */
export interface WatchMemoryOptions {
  /** How far the first run is. */
  readonly onProgress?: (progress: IndexProgress) => void;
  readonly signal?: AbortSignal;
  /** False only indexes: no pages, no challenger. */
  readonly maintain?: boolean;
  /** Brings in order what agents remember, once a day at `consolidation.daily_at`. */
  readonly keep?: KeepMemories;
  /** The time that the schedule goes by; the computer's by default. */
  readonly clock?: Clock;
}

/** What a watching memory tells, in order. Paths, codes and numbers only. */
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
  /** How many claims; `retrieval.top_k` by default. */
  readonly k?: number;
  /** What was true on this date; with `known`, as the memory knew it then, claims that have gone from the notes since included. */
  readonly asOf?: AskedAsOf;
  readonly region?: string;
  /** True also finds what conversations say; `retrieval.conversations` by default, which is false. */
  readonly conversations?: boolean;
  /** False leaves out what agents remembered: what people wrote is found though many memories use the same words. */
  readonly memories?: boolean;
  /** True also finds statements that agents attribute to the user without a recorded turn as proof. Recalls of agents use it; answers never contain them. */
  readonly reports?: boolean;
  /** Lets the chat model take the question into parts that are looked up by themselves; off by default. */
  readonly decompose?: boolean;
  /** Orders what was found by recency, frequency and trust too, for recall; off by default, and always off in `ask`. */
  readonly salience?: boolean;
  /** Only claims of these bands. */
  readonly bands?: readonly Band[];
  /** False leaves out which notes the index is behind, which takes a look at every note. */
  readonly behind?: boolean;
  /** True finds by words alone, and sends the question to no embedder: for text that is not the caller's to send. */
  readonly words?: boolean;
  /**
   * True looks at few candidates, those that hold the rarest words of the question, and follows no links: for a memory that is asked at each turn. Where there
   * are vectors, they are asked too.
   */
  readonly near?: boolean;
  /**
   * True takes the bytes of notes that earlier questions read where their files were, by number, size and times, the same since something was written to the index. For whoever
   * reads `again` what of the hits is shown, `of` the result: its claims don't tell which question found them. Without it each note is read anew.
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
  /** Where the prompt goes; a cloud by default, so that secret claims are redacted. */
  readonly place?: 'loopback' | 'cloud-model';
}

/** A prompt over passages, and the only ids its answer may cite. */
export interface MemoryPrompt extends AnswerPrompt {
  readonly claimIds: readonly string[];
  /** The passages between their fences, without the question: to put before the user's own message. */
  readonly notes: WireText;
  /** Puts markers of claims in the place of the handles that an answer to this prompt cites: `[3: "exact words"]`, `[3]`. Verify the result. */
  readonly cite: (draft: string) => string;
  /** The same for an answer that comes in pieces. */
  readonly openCiting: () => { readonly write: (piece: string) => string; readonly end: () => string };
  readonly hits: readonly Hit[];
  /** As of {@link QueryResult}. */
  readonly behind: readonly string[];
}

/** What `memory.query` found, best first: claims whose words their notes hold now. */
export interface QueryResult {
  readonly hits: readonly Hit[];
  /**
   * Paths of notes that have changed, come or gone since they were indexed: what they say now was not searched. At most fifty; a secret
   * one by another name where secret claims were not asked for.
   */
  readonly behind: readonly string[];
  readonly degraded: boolean;
  readonly degradedReasons: readonly string[];
}

/** Options of `memory.verify`. */
export interface VerifyOptions {
  /** The only claims that may be cited: those the answer was written from. */
  readonly allowedIds?: Iterable<string>;
  /** The time the answer speaks of, and with `known` the time whose knowledge it is held against. */
  readonly asOf?: AskedAsOf;
  /** Checks citations of secret claims too. Without it each is `redacted`, whatever the answer says: a verdict would tell a right guess. */
  readonly reveal?: boolean;
  /** What happens to a statement that cites nothing: `strip` by default; `keep` leaves it in the text, where nothing vouches for it. */
  readonly uncited?: 'strip' | 'keep';
  /** Which statements stay in the clean text. Default `proven`. */
  readonly policy?: Policy;
  /** The question that the answer is for, and the date of asking: their figures count as evidence. */
  readonly question?: string;
  readonly today?: string;
  /** Reads whether statements follow from what they cite. None by default: the judge of the settings is asked for answers alone. */
  readonly judge?: Judge | JudgeFunction;
  readonly signal?: AbortSignal;
}
