/** Odd, so that no unit is lost modulo 2^32. */
const BASE = 0x01000193;
/** So few are looked up one by one. */
const FEW = 64;

/** What is read of a text to look words up in it. */
export type HeldIn = Pick<string, 'length' | 'charCodeAt' | 'startsWith' | 'includes'>;

/**
 * Tells which of some stretches stand in a text. Many are looked for at once, in one pass for each length that they have: the work grows
 * with the text, and not with the number of stretches.
 */
export function findHeld(text: HeldIn, stretches: Iterable<string>): (stretch: string) => boolean {
  const wanted = new Set(stretches);
  if (wanted.size <= FEW) return (stretch) => text.includes(stretch);
  const byLength = new Map<number, Map<number, string[]>>();
  for (const stretch of wanted) {
    const byHash = byLength.get(stretch.length) ?? new Map<number, string[]>();
    byLength.set(stretch.length, byHash);
    const hash = hashOf(stretch, stretch.length);
    byHash.set(hash, [...(byHash.get(hash) ?? []), stretch]);
  }
  const held = new Set<string>();
  for (const [length, byHash] of byLength) {
    if (length === 0) held.add('');
    else findOfLength(text, length, byHash, held);
  }
  return (stretch) => held.has(stretch);
}

function findOfLength(
  text: HeldIn,
  length: number,
  byHash: ReadonlyMap<number, readonly string[]>,
  held: Set<string>,
): void {
  let highest = 1;
  for (let i = 1; i < length; i++) highest = Math.imul(highest, BASE);
  let hash = hashOf(text, Math.min(length, text.length));
  for (let at = 0; at + length <= text.length; at++) {
    for (const stretch of byHash.get(hash) ?? NONE)
      if (!held.has(stretch) && text.startsWith(stretch, at)) held.add(stretch);
    if (at + length === text.length) return;
    hash =
      (Math.imul(hash - Math.imul(text.charCodeAt(at), highest), BASE) + text.charCodeAt(at + length)) | 0;
  }
}

function hashOf(text: HeldIn, length: number): number {
  let hash = 0;
  for (let i = 0; i < length; i++) hash = (Math.imul(hash, BASE) + text.charCodeAt(i)) | 0;
  return hash;
}

const NONE: readonly string[] = [];
