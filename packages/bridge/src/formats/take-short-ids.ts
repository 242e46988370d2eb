import type { JsonElement } from '../stream/json-splitter.ts';

/** The longest string, in UTF-16 units, that `JSON.parse` interns. */
const MOST = 10;
const HEAD = Buffer.from('{"id":"');
const [QUOTE, BACKSLASH, COMMA, SPACE, LAST] = [0x22, 0x5c, 0x2c, 0x20, 0x7e];

/**
 * Replaces a short `id` at the start of each row with spaces and returns the ids. `JSON.parse` interns strings of at most ten units in a table of the runtime
 * that is rarely collected: five million ids take 200 MB there. Null for a row whose `id` is longer or elsewhere.
 */
export function takeShortIds(bytes: Buffer, rows: readonly JsonElement[]): readonly (string | null)[] {
  const first = rows[0]?.start ?? 0;
  return rows.map(({ start }) => takeShortId(bytes, start - first));
}

function takeShortId(bytes: Buffer, start: number): string | null {
  for (let i = 0; i < HEAD.length; i++) if (bytes[start + i] !== HEAD[i]) return null;
  const from = start + HEAD.length;
  for (let to = from; to <= from + MOST; to++) {
    const byte = bytes[to] ?? 0;
    if (byte === QUOTE) {
      if (to === from || bytes[to + 1] !== COMMA) return null;
      const id = bytes.toString('latin1', from, to);
      bytes.fill(SPACE, start + 1, to + 2);
      return id;
    }
    if (byte < SPACE || byte > LAST || byte === BACKSLASH) return null;
  }
  return null;
}
