import type { TextItem } from './to-fragments.ts';

/** A page with a larger share of undefined characters is not trusted. */
const MOST = 0.05;
const LEAST_SIGNS = 20;

/** True for a page whose fonts do not define their characters: they appear as private-use, control or replacement characters. */
export function isGarbled(items: readonly TextItem[]): boolean {
  let [unknown, all] = [0, 0];
  for (const { str } of items)
    for (const sign of str) {
      if (sign === ' ') continue;
      const code = sign.codePointAt(0) ?? 0;
      all++;
      // The ligatures of TeX use known control characters.
      if (code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff) || (code >= 0x80 && code < 0xa0) || code < 9)
        unknown++;
    }
  return all >= LEAST_SIGNS && unknown > all * MOST;
}
