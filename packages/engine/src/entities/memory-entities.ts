import type { Claim } from '@memora/claims';
import type { Entity } from '@memora/claims/internal';
import type { ClaimId } from '@memora/core';

/** An entity with what the notes say of it. */
export interface ListedEntity extends Entity {
  /** Its other names, normalised, in order. */
  readonly aliases: readonly string[];
  /** Live claims about it that name it themselves; secret ones are not counted. */
  readonly claims: number;
  /** Paths of the notes of those claims, in order. */
  readonly notes: readonly string[];
}

/** That a name means an entity, as a model says; nothing has changed. */
export interface NameProposal {
  readonly name: string;
  readonly entity: string;
  /** The note in which it means it; null for everywhere. */
  readonly within: string | null;
}

/** What a model says of the names. */
export interface ProposedNames {
  readonly proposals: readonly NameProposal[];
  readonly model: string;
  /** Why it gave none, as a code; null where it answered. */
  readonly failure: string | null;
}

/** People and things by their names. What a person decides stands in `_entities.md`. */
export interface MemoryEntities {
  /** Those that claims name, the most named first. */
  readonly list: () => Promise<readonly ListedEntity[]>;
  /** Whom or what a name means, in a note or anywhere; null if it may mean several. */
  readonly resolve: (name: string, notePath?: string) => Promise<Entity | null>;
  /** Every name of an entity that notes or a person give it, normalised. */
  readonly namesOf: (entity: Entity) => Promise<readonly string[]>;
  /** The ids of the entities that claims are about; none for a claim whose subject may mean several, and for a secret one. */
  readonly idsOf: (claims: readonly Claim[]) => Promise<ReadonlyMap<ClaimId, string>>;
  /** Makes names mean one entity, everywhere or within a folder. Throws `ENTITY_NAME_INVALID`. */
  readonly merge: (
    into: string,
    names: readonly string[],
    options?: { readonly within?: string | null },
  ) => Promise<Entity>;
  /** Makes a name mean another entity, everywhere or within a folder. Throws `ENTITY_NAME_INVALID`. */
  readonly split: (
    name: string,
    options: { readonly as: string; readonly within?: string | null },
  ) => Promise<Entity>;
  /** Asks the model once which names mean the same, and changes nothing: `merge` takes what it proposes. Null where no model is set. */
  readonly propose: (options?: {
    readonly signal?: AbortSignal | undefined;
  }) => Promise<ProposedNames | null>;
}
