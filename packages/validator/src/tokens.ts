import { readNumbers as readAll } from './figures/read-numbers.ts';
import { withEveryScript } from './words/with-every-script.ts';

/* What this entry has is synchronous and can't wait for words, so that it brings those of every script along. */

export type { NumberToken } from './figures/read-numbers.ts';

export const readNumbers: typeof readAll = /* @__PURE__ */ withEveryScript(readAll);
