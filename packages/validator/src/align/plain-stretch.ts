const SPACED = 1;
const SPACE = 2;
const UNSPACED = 3;

/**
 * Letters, digits and signs that no normalisation rule affects, by script, as the first and last unit of each
 * range.
 */
const RANGES: readonly (readonly [number, string])[] = [
  [SPACED, 'AZaz09$$()+,./::;;??@@{{}}~~\u00c0\u02ff\u0388\u0482\u048a\u052f\uac00\ud7a3'],
  [UNSPACED, '\u3001\u3002\u3005\u3007\u3041\u3096\u30a1\u30fe\u3400\u9fff'],
];
/** Scripts with many marks: plain only if the text is already composed. */
const MARKED: readonly (readonly [number, string])[] = [
  [SPACED, '\u0300\u036f\u0591\u061b\u061e\u06ff\u0900\u0ddf'],
  [UNSPACED, '\u0e01\u0e5b'],
];

let plain: Uint8Array | undefined;
let plainComposed: Uint8Array | undefined;

/** Returns the end of the plain stretch that starts at `from`; a single space inside it is plain. */
export function endOfPlain(text: string, from: number, composed: boolean): number {
  plain ??= tableOf(RANGES);
  plainComposed ??= tableOf([...RANGES, ...MARKED]);
  const table = composed ? plainComposed : plain;
  let i = from;
  for (; i < text.length; i++) {
    const kind = table[text.charCodeAt(i)];
    if (kind === SPACED || kind === UNSPACED) continue;
    if (kind !== SPACE || table[text.charCodeAt(i + 1)] !== SPACED) break;
  }
  return i;
}

function tableOf(ranges: readonly (readonly [number, string])[]): Uint8Array {
  const table = new Uint8Array(0x10000);
  table[0x20] = SPACE;
  for (const [kind, units] of ranges) {
    for (let i = 0; i < units.length; i += 2)
      table.fill(kind, units.charCodeAt(i), units.charCodeAt(i + 1) + 1);
  }
  return table;
}
