import type { ParsedNote } from '@memora/vault';
import type { Extraction } from '../model/extractor.ts';
import type { Grounding } from '../prepare/evidence/ground-memory.ts';
import type { NoteReadings } from '../prepare/note-readings.ts';

/** A note that was read, parsed and extracted, ready to be written. */
export interface NoteWork {
  readonly note: ParsedNote;
  readonly bytes: Uint8Array;
  readonly size: number;
  readonly mtimeMs: number;
  /** BLAKE3 of the whole file. */
  readonly hash: Buffer;
  readonly extraction: Extraction;
  /** The precomputed results for the claims; null if the store has to compute them. */
  readonly readings?: NoteReadings | null;
  /** The effect of the quoted turn on a memory. */
  readonly grounding?: Grounding | null;
  /** The segments that were passed to the extractor, by index. */
  readonly asked: readonly number[];
  /** `name@version` of the extractor. */
  readonly label: string;
  readonly incremental: boolean;
  /** The stored path of this note, if it was moved. */
  readonly movedFrom: string | null;
}

/** The effect of writing a note on its claims. */
export interface NoteOutcome {
  readonly added: number;
  readonly kept: number;
  readonly relocated: number;
  readonly retired: number;
  /** Segments whose secret claims were left out because there is no codec. */
  readonly withheldSegments: number;
  readonly withheld: number;
}
