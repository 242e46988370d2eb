import type { SpanLike } from '@memora/core';
import type { HiddenSpans } from '@memora/validator';
import { type BandSettings, readBandsOnce } from './read-note-bands.ts';

/** The places of a note that verification may not show: its current secret parts, or all of a secret note. */
export function hiddenSpans(settings: BandSettings): HiddenSpans {
  return async (notePath, bytes): Promise<readonly SpanLike[]> => {
    const { band, regions } = await readBandsOnce(bytes, notePath, settings);
    if (band === 'secret') return [{ start: 0, end: bytes.length }];
    return regions.filter((region) => region.band === 'secret');
  };
}
