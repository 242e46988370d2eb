import { alignQuote as alignOne } from './align/align-quote.ts';
import { withEveryScript } from './words/with-every-script.ts';

/* What this entry has is synchronous and can't wait for words, so that it brings those of every script along. */

export { type PreparedSource, prepareSource } from './align/prepare-source.ts';
export type {
  AlignedSpan,
  Alignment,
  AlignmentEdit,
  AlignmentStatus,
  AlignOptions,
} from './contract/alignment.ts';

export const alignQuote: typeof alignOne = /* @__PURE__ */ withEveryScript(alignOne);
