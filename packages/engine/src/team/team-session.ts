import type {
  Cited,
  ConnectionSource,
  EmbedderBook,
  LastingTeamReader,
  Notices,
  Principal,
  Tracing,
} from '@memora/postgres';
import type { LeakGuard, SecretCodec } from '@memora/privacy';
import type { CustomRetriever } from '@memora/retrieval';
import type { OpenedJudge } from '../answer/answer-question.ts';
import type { KnownUnits } from '../answer/passages/citable-units.ts';
import type { LoadedConfig } from '../config/index.ts';
import type { AskedAsOf } from '../lookup/to-as-of.ts';
import type { ChatModel } from '../models/chat-model.ts';
import type { BandSettings } from '../privacy/read-note-bands.ts';
import type { TeamStore } from './create-team-store.ts';

/** A path without files: the notes come only from the database. */
export const NOWHERE = '/nonexistent/memora-team';

/** The parts that the operations of a member's memory share. */
export interface TeamSession {
  readonly acting: {
    readonly source: ConnectionSource;
    readonly principal: Principal;
    readonly workspace: string;
  };
  /** Receives the notices of publications for callers that wait for one. */
  readonly notices: Notices;
  readonly settings: LoadedConfig;
  readonly bandSettings: BandSettings;
  readonly codec: SecretCodec | undefined;
  readonly reader: LastingTeamReader;
  /** For queries in addition to a question. */
  readonly store: TeamStore;
  /** Claims by the ids of citations, and their notes, read together. */
  readonly readCited: (ids: Iterable<string>) => Promise<Cited>;
  /** A note's current bytes, checked against their address; null if there is none. */
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  /** The bytes that had been pushed by then; null for the current bytes. */
  readonly readNoteThen: (asOf: AskedAsOf | undefined) => TeamSession['readNote'] | null;
  readonly revision: () => Promise<string>;
  readonly now: () => Date;
  /** The configured judge. */
  readonly judge: () => Promise<OpenedJudge>;
  /** Cited sentences that have no claim. */
  readonly units: KnownUnits;
  /** The member's own engine. */
  readonly engine: CustomRetriever | undefined;
  readonly tracing: Tracing;
  /** Knows the secrets of every note that the member can open. */
  readonly guard: LeakGuard;
  /** The model that answers; null if answers use the claims' own words. */
  readonly model: ChatModel | null;
  readonly embedders: EmbedderBook;
}
