/** The privacy bands from the loosest to the strictest. */
export const BANDS = ['public', 'private', 'secret'] as const;

/** A privacy band: `public` < `private` < `secret`. */
export type Band = (typeof BANDS)[number];

/** True if the value is one of the three band names, exactly as written in {@link BANDS}. */
export function isBand(value: unknown): value is Band {
  return BANDS.includes(value as Band);
}

/** Negative if `a` is looser than `b`, positive if it is stricter, 0 if they are equal. */
export function compareBands(a: Band, b: Band): number {
  return BANDS.indexOf(a) - BANDS.indexOf(b);
}

/** The strictest of the given bands; `public` if none is given. Joining bands can only tighten. */
export function strictestBand(...bands: readonly Band[]): Band {
  return bands.reduce((strictest, band) => (compareBands(band, strictest) > 0 ? band : strictest), 'public');
}

/**
 * Reads a band as a person wrote it: in any case, with surrounding space and quotes. Any other value reads as `secret` (`known: false`): an unreadable value
 * never loosens.
 */
export function parseBand(value: unknown): { readonly band: Band; readonly known: boolean } {
  if (typeof value === 'string') {
    const name = value
      .trim()
      .replace(/^(['"])(.*)\1$/u, '$2')
      .trim()
      .toLowerCase();
    if (isBand(name)) return { band: name, known: true };
  }
  return { band: 'secret', known: false };
}
