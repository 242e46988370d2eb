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
  /** What was computed of the claims before; null where the store has to. */
  readonly readings?: NoteReadings | null;
  /** What the named turn makes of a memory. */
  readonly grounding?: Grounding | null;
  /** The segments that were handed to the extractor, by index. */
  readonly asked: readonly number[];
  /** `name@version` of the extractor. */
  readonly label: string;
  readonly incremental: boolean;
  /** The path under which the store knows this note, where it was moved. */
  readonly movedFrom: string | null;
}

/** What writing a note did to its claims. */
export interface NoteOutcome {
  readonly added: number;
  readonly kept: number;
  readonly relocated: number;
  readonly retired: number;
  /** Segments whose secret claims were left out for want of a codec. */
  readonly withheldSegments: number;
  readonly withheld: number;
}
