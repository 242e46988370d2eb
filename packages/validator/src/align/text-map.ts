import type { TextRange } from '@memora/core';

/** Maps a range of the normalised text to the range of the original that it was made of. */
export type TextMap = (start: number, end: number) => TextRange;

/**
 * Collects normalised text with a sparse map: one entry where a run of units copied one by one begins (`width` 0), and one
 * for each replacement, whose units all stand for `width` units of the original.
 */
export class SourceMapBuilder {
  readonly #units: Uint16Array;
  #length = 0;
  #expected = -1;
  readonly #outs: number[] = [];
  readonly #origins: number[] = [];
  readonly #widths: number[] = [];

  constructor(originalLength: number) {
    // A ligature gives three units for one, an ellipsis too; all else gives at most as many as it took.
    this.#units = new Uint16Array(originalLength * 3 + 3);
  }

  /** Copies the unit at `origin`; returns the next origin. */
  copy(unit: number, origin: number): number {
    if (origin !== this.#expected) this.#mark(origin, 0);
    this.#units[this.#length++] = unit;
    this.#expected = origin + 1;
    return origin + 1;
  }

  /** Writes `text` for `[start, end)` of the original (nothing for a second quotation mark); returns `end`. */
  put(text: string, start: number, end: number): number {
    // Two quotation marks in a row are one: `''so''`, `‘“so”’`.
    if (text === "'" && this.last() === 0x27) return end;
    if (text.length === 1 && end === start + 1) {
      this.copy(text.charCodeAt(0), start);
      return end;
    }
    this.#mark(start, end - start);
    for (let i = 0; i < text.length; i++) this.#units[this.#length++] = text.charCodeAt(i);
    this.#expected = -1;
    return end;
  }

  /** The last unit written, -1 at the start. */
  last(): number {
    return this.#length === 0 ? -1 : (this.#units[this.#length - 1] as number);
  }

  lastIsDigit(): boolean {
    const unit = this.last();
    return unit >= 0x30 && unit <= 0x39;
  }

  /** True where the last unit is a hyphen that follows a letter. */
  endsWithJoiningHyphen(): boolean {
    if (this.last() !== 0x2d || this.#length < 2) return false;
    const unit = this.#units[this.#length - 2] as number;
    return (unit | 0x20) >= 0x61 && ((unit | 0x20) <= 0x7a || unit >= 0xc0);
  }

  /** Takes a space back that was written last. */
  dropSpace(): void {
    if (this.last() !== 0x20) return;
    this.#length--;
    if ((this.#outs.at(-1) as number) === this.#length) {
      this.#outs.pop();
      this.#origins.pop();
      this.#widths.pop();
    }
    this.#expected = -1;
  }

  /** Takes back a space that was written last if the unit before it passes `test`. */
  dropSpaceWhere(test: (unit: number) => boolean): void {
    if (this.last() === 0x20 && this.#length > 1 && test(this.#units[this.#length - 2] as number))
      this.dropSpace();
  }

  build(): { text: string; toOriginal: TextMap } {
    const outs = this.#outs;
    const origins = this.#origins;
    const widths = this.#widths;
    return {
      text: unitsToString(this.#units, this.#length),
      toOriginal: (start, end) => {
        const first = lastAtMost(outs, start);
        const last = lastAtMost(outs, Math.max(start, end - 1));
        const from = origins[first] ?? 0;
        const to = origins[last] ?? 0;
        return {
          start: widths[first] === 0 ? from + (start - (outs[first] as number)) : from,
          end: widths[last] === 0 ? to + (end - (outs[last] as number)) : to + (widths[last] ?? 0),
        };
      },
    };
  }

  #mark(origin: number, width: number): void {
    this.#outs.push(this.#length);
    this.#origins.push(origin);
    this.#widths.push(width);
  }
}

const CHUNK = 8192;

function unitsToString(units: Uint16Array, length: number): string {
  let text = '';
  for (let i = 0; i < length; i += CHUNK) {
    text += String.fromCharCode.apply(
      null,
      units.subarray(i, Math.min(length, i + CHUNK)) as unknown as number[],
    );
  }
  return text;
}

function lastAtMost(list: readonly number[], value: number): number {
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((list[middle] as number) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
