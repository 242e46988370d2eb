import type { Frame } from './compare/frame.ts';

/** What is stored of a claim to relate it: its frame, and where a subject without a name of its own holds. */
export interface StoredFrame {
  readonly frame: Frame;
  /** The region, a subject without a name is the same only within it. */
  readonly scope: string;
  /** True for fields, properties and table rows: a note may repeat those for different things. */
  readonly field: boolean;
}
