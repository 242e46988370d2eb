import { readNumbers as readAll } from '@memora/language/numbers';
import { withEveryScript } from './words/with-every-script.ts';

export type { NumberToken } from '@memora/language/numbers';

/* What this entry has is synchronous and can't wait for words, so that it brings those of every script along. */

export const readNumbers: typeof readAll = /* @__PURE__ */ withEveryScript(readAll);
