import type { Claim } from '@memora/claims';
import type { Entity } from '@memora/claims/internal';
import type { ClaimId } from '@memora/core';

/** An entity with its data in the notes. */
export interface ListedEntity extends Entity {
  /** Its other names, normalised, in order. */
  readonly aliases: readonly string[];
  /** Live claims that name it as their subject, without secret ones. */
  readonly claims: number;
  /** Paths of the notes of those claims, in order. */
  readonly notes: readonly string[];
}

/** A model's proposal that a name means an entity; it changes nothing. */
export interface NameProposal {
  readonly name: string;
  readonly entity: string;
  /** The note in which it means the entity; null for everywhere. */
  readonly within: string | null;
}

/** A model's proposals for names. */
export interface ProposedNames {
  readonly proposals: readonly NameProposal[];
  readonly model: string;
  /** The code of the failure if there are none; null if it answered. */
  readonly failure: string | null;
}

/** People and things by their names. The user's decisions are in `_entities.md`. */
export interface MemoryEntities {
  /** Returns the entities that claims name, most frequent first. */
  readonly list: () => Promise<readonly ListedEntity[]>;
  /** Returns the entity that a name means, in a note or everywhere; null if it may mean several. */
  readonly resolve: (name: string, notePath?: string) => Promise<Entity | null>;
  /** Returns every name that notes or the user give an entity, normalised. */
  readonly namesOf: (entity: Entity) => Promise<readonly string[]>;
  /** Returns the ids of the entities that claims are about; none for a claim whose subject may mean several, and for a secret one. */
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
  /** Asks the model once which names mean the same, and changes nothing: apply a proposal with `merge`. Returns null if no model is set. */
  readonly propose: (options?: {
    readonly signal?: AbortSignal | undefined;
  }) => Promise<ProposedNames | null>;
}
