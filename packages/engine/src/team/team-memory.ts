import type { Principal, TeamEpochs } from '@memora/postgres';
import type { Answer, AskOptions } from '../answer/answer.ts';
import type { SearchPage } from '../answer/answer-passage.ts';
import type { Memory, PassageOptions, QueryOptions, QueryResult } from '../memory.ts';
import type { OwnContradiction } from './writing/find-own-contradictions.ts';
import type { DecideTeam, TeamWriting } from './writing/team-writing.ts';

/** What a question to a shared memory may ask for besides. */
export interface TeamFreshness {
  /** The epochs that an answer has to come from at least, by scope: those that a write or an earlier answer told. */
  readonly waitFor?: TeamEpochs;
  /** Milliseconds until it is answered from what there is, and `degradedReasons` says how far it is behind; 10,000 by default. */
  readonly deadline?: number;
}

/** Which publication of each scope an answer was made from. */
export interface Published {
  readonly epochs: TeamEpochs;
  /** What of the member's own contradicts what is shared, among the hits: told to that member alone, and stored nowhere. */
  readonly contested: { readonly yours: readonly OwnContradiction[] };
}

/**
 * What a member may ask of a team's memory: the same calls as of a memory on disk, over all scopes that the member sees. What belongs to the worker or to the
 * notes is not among them.
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
    /** Decides about claims: a line of the ledger of their scope. Throws `SCOPE_NOT_SAID` for claims of others where the scope was not said. */
    readonly decide: DecideTeam;

    /** Finds claims among all scopes that the member sees; those whose notes hold their words no more are left out. */
    readonly query: (text: string, asked?: QueryOptions & TeamFreshness) => Promise<QueryResult & Published>;
    /** Finds passages among all scopes that the member sees, as their notes are now. */
    readonly passages: (
      text: string,
      asked?: PassageOptions & TeamFreshness,
    ) => Promise<SearchPage & Published>;
    /** Answers by the model, or from the claims' own words where there is none; every citation was read from the notes again and hashed. */
    readonly ask: (text: string, asked?: AskOptions & TeamFreshness) => Promise<Answer & Published>;
    /** How many notes the publication does not speak of yet as they are. */
    readonly countBehind: () => Promise<number>;
    /** Another text after each publication. */
    readonly revision: () => Promise<string>;
  };

/** A team's memory, open for anybody who is a member. */
export interface TeamMemories {
  /** The memory as a principal may see it. Throws `TEAM_NOT_A_MEMBER`. */
  readonly as: (principal: Principal) => Promise<TeamMemory>;
}
