import type { ErasureReason } from '@memora/claims';
import type { Band, ClaimId } from '@memora/core';
import type { UncleanedBackup } from './uncleaned-backup.ts';

/**
 * What to erase, by its kind. A plain text is, in this order: a claim id, a turn (`conv_…#t12`), a
 * conversation's id, a note's path or id, or a `source` of notes. With `source:` in front, it is only a
 * source. A source is named as it is in the note, or by its domain.
 */
export type ErasureTarget =
  | string
  | { readonly claim: string }
  | { readonly turn: string }
  | { readonly conversation: string }
  | { readonly note: string }
  | { readonly source: string }
  /**
   * Everything that is already known of a source: claims by id and notes by path. Memories at the paths of
   * `except` stay, whatever they depend on.
   */
  | {
      readonly claims: readonly string[];
      readonly notes: readonly string[];
      readonly except: readonly string[];
    };

/** Options of `memory.erase`. */
export interface EraseOptions {
  /** True reports what would be erased and changes nothing. */
  readonly dryRun?: boolean;
  /** Also names secret claims that say the same or depend on erased ones. Otherwise the result would confirm a guess. */
  readonly reveal?: boolean;
}

/**
 * The result of the search after an erasure: every byte that Memora wrote. `words` and `hashes` depend on the
 * erased text and on all remaining text, including secret text. They are for the person who erases.
 */
export interface ErasureProof {
  readonly files: number;
  readonly bytes: number;
  /** The number of words that were searched: those in no remaining text. */
  readonly words: number;
  /** The number of unkeyed hashes of erased text that were searched. */
  readonly hashes: number;
  /** Files that still contain one of them; empty if the erasure is complete. */
  readonly found: readonly { readonly file: string; readonly what: 'word' | 'hash' }[];
}

/** The result of an erasure, or with `dryRun` its plan. Ids, paths and numbers; no text. */
export interface ErasureReport {
  readonly dryRun: boolean;
  readonly kind: 'claim' | 'turn' | 'conversation' | 'note' | 'source';
  /**
   * Of secret claims, those that were requested; with `reveal` also those that depend on them. All of them
   * are erased.
   */
  readonly claims: readonly {
    readonly id: ClaimId;
    readonly notePath: string;
    readonly band: Band;
    readonly reason: ErasureReason;
  }[];
  /** Notes about which nothing is stored any longer. */
  readonly notes: readonly string[];
  /** Notes whose own text still contains it. They belong to the user, and Memora does not change them. */
  readonly stillSaidIn: readonly string[];
  /** Claims of other notes that say the same and remain; secret ones only with `reveal`. */
  readonly alsoSaid: readonly ClaimId[];
  /** Generated pages and run files that lost lines or were removed. */
  readonly pages: readonly string[];
  /** Entries of the ledger that lost their reason. */
  readonly ledgerEntries: number;
  readonly backups: readonly ErasedBackup[];
  /**
   * The removed files: reports and receipts that name an erased claim, by absolute path, and files of erased
   * memories, by their path in the vault.
   */
  readonly files: readonly string[];
  /** Null for a dry run. */
  readonly proof: ErasureProof | null;
}

/** The result for one backup in an erasure. */
export interface ErasedBackup {
  readonly path: string;
  readonly outcome: 'cleaned' | 'missing' | 'failed';
  /** Why it failed, and the remedy. */
  readonly problem?: UncleanedBackup;
}
