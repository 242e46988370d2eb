import { fingerprint } from '@memora/core';

const encoder = new TextEncoder();

/**
 * Puts text between marks that identify it as data. The marks contain a hash of the text: no text can contain its own hash, so none can close its fence. The
 * same text has the same fence.
 */
export function fenceData(name: string, text: string): string {
  const fence = fingerprint(encoder.encode(text)).slice(0, 12);
  return `<${name} fence="${fence}">\n${text}\n</${name} fence="${fence}">`;
}
