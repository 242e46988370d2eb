import type { SecretCodec } from '@memora/privacy';
import type { ClaimDocument } from '../../model/claim-index.ts';
import { edgeCodes } from '../../model/codes.ts';
import { shortHash } from '../../prepare/short-hash.ts';
import { readReferences } from '../../relate/read-references.ts';
import { readSlot, type SlotRule } from '../../relate/slots/read-slot.ts';
import type { SlotValue } from '../../relate/slots/read-value.ts';

/** A slot in the form of its row: hashes, and the name that notes may have. */
export interface SlotRow {
  readonly name: string | null;
  readonly resolved: number;
  readonly place: number;
  /** Its place if only one note has the name; null if that makes no difference. */
  readonly thing: number | null;
  readonly predicate: number;
  readonly value: number;
  readonly kind: number;
  readonly single: number;
}

/** The relating data of a readable claim in the form that is stored. */
export interface RelatingRow {
  /** Null if its value is never compared. */
  readonly slot: SlotRow | null;
  /** Name, code of the edge's type, and 1 for an edge from the claim. */
  readonly references: readonly (readonly [string, number, number])[];
}

/** The slot rules by their codes. */
export const SLOT_RULES: readonly SlotRule[] = ['config', 'always', 'mostly'];

/** The kinds of values by their codes. */
export const SLOT_KINDS: readonly SlotValue['kind'][] = ['number', 'date', 'text'];

/** Reads the claims of a note: the reader of the relation index. */
export function readDocuments(documents: readonly ClaimDocument[]): RelatingRow[] {
  return documents.map((document) => ({
    slot: toSlotRow(document),
    references: readReferences(document).map(
      ({ name, type, outgoing }) => [name, edgeCodes.toCode(type), outgoing ? 1 : 0] as const,
    ),
  }));
}

/**
 * Returns the slot of a claim. For a secret claim everything is hashed with the key, because a plain hash of a short text can be guessed; such claims are
 * compared only with each other, and only if their place in the notes says what they are about. The kind of its value is not stored.
 */
export function toSlotRow(document: ClaimDocument, codec?: Pick<SecretCodec, 'hashToken'>): SlotRow | null {
  const slot = readSlot(document);
  const isSecret = document.band === 'secret';
  if (slot === null) return null;
  const isSentence = slot.name !== null && slot.placeOfThing === null;
  if (isSecret && (codec === undefined || isSentence || slot.single !== 'always')) return null;
  const hash = (text: string) =>
    shortHash(isSecret && codec !== undefined ? codec.hashToken(`slot ${text}`) : text);
  return {
    name: isSecret ? null : slot.name,
    resolved: slot.isResolved ? 1 : 0,
    place: hash(slot.place),
    thing: isSecret || slot.placeOfThing === null ? null : hash(slot.placeOfThing),
    predicate: hash(slot.key),
    value: hash(slot.value),
    kind: SLOT_KINDS.indexOf(isSecret ? 'text' : slot.kind),
    single: SLOT_RULES.indexOf(slot.single),
  };
}
