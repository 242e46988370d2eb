import type { Principal, ScopeKind, TeamEpochs } from '@memora/postgres';
import type { Answer, AskOptions } from '../answer/answer.ts';
import type { SearchPage } from '../answer/answer-passage.ts';
import type { Memory, PassageOptions, QueryOptions, QueryResult } from '../memory.ts';
import type { OwnContradiction } from './writing/find-own-contradictions.ts';
import type { DecideTeam, TeamWriting } from './writing/team-writing.ts';

/** The additional options of a question to a shared memory. */
export interface TeamFreshness {
  /** The minimum epochs of an answer, by scope: those that a write or an earlier answer returned. */
  readonly waitFor?: TeamEpochs;
  /**
   * Maximum wait in milliseconds; 10,000 by default. After it, the answer uses the current state, and
   * `degradedReasons` says how far that is behind.
   */
  readonly deadline?: number;
}

/** Which publication of each scope an answer was made from. */
export interface Published {
  readonly epochs: TeamEpochs;
  /**
   * The member's own claims among the hits that contradict shared ones. They are shown only to that member,
   * and not stored.
   */
  readonly contested: { readonly yours: readonly OwnContradiction[] };
}

/**
 * The operations of a member on a team's memory: the same calls as on a memory on disk, over all scopes that
 * the member may see. Operations of the worker and on files are missing.
 */
export type TeamMemory = Pick<
  Memory,
  | 'claims'
  | 'settings'
  | 'vault'
  | 'readNote'
  | 'readSpans'
  | 'findSpan'
  | 'verify'
  | 'verifyStream'
  | 'prompt'
  | 'guard'
  | 'receipt'
  | 'evidence'
  | 'timeline'
  | 'related'
  | 'contradictions'
  | 'stale'
  | 'decisions'
  | 'openQuestions'
  | 'history'
  | 'whatIfRetracted'
  | 'challenge'
  | 'readPlaces'
  | 'worldMap'
  | 'atlas'
> &
  TeamWriting & {
    /** Decides about claims with a line in the ledger of their scope. Throws `SCOPE_NOT_SAID` for claims of others if no scope was passed. */
    readonly decide: DecideTeam;

    /**
     * Finds claims in all scopes that the member may see, or in one. Claims whose notes no longer contain
     * their words are left out.
     */
    readonly query: (
      text: string,
      asked?: QueryOptions & TeamFreshness & { readonly scope?: ScopeKind },
    ) => Promise<QueryResult & Published>;
    /** Finds passages in all scopes that the member may see, from the current notes. */
    readonly passages: (
      text: string,
      asked?: PassageOptions & TeamFreshness,
    ) => Promise<SearchPage & Published>;
    /** Answers by the model, or in the claims' own words if there is none; every citation was read from the notes again and hashed. */
    readonly ask: (text: string, asked?: AskOptions & TeamFreshness) => Promise<Answer & Published>;
    /** The number of notes whose current version is not published yet. */
    readonly countBehind: () => Promise<number>;
    /** A text that changes after each publication. */
    readonly revision: () => Promise<string>;
  };

/** A team's memory, open to every member. */
export interface TeamMemories {
  /** Returns the memory as a principal may see it. Throws `TEAM_NOT_A_MEMBER`. */
  readonly as: (principal: Principal) => Promise<TeamMemory>;
}
