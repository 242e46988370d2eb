import type { TextRange } from '@memora/language/sentences';

/** Maps a range of the normalised text to the original range. */
export type TextMap = (start: number, end: number) => TextRange;

/**
 * Builds normalised text with a sparse map: one entry at the start of each stretch copied unit by unit (`width` 0), and one per replacement, whose units all
 * map to `width` units of the original.
 */
export class SourceMapBuilder {
  readonly #original: string;
  readonly #pieces: string[] = [];
  #length = 0;
  #last = -1;
  #beforeLast = -1;
  /** The unit of the original that would continue the last stretch; -1 after a replacement. */
  #expected = -1;
  readonly #outs: number[] = [];
  readonly #origins: number[] = [];
  readonly #widths: number[] = [];

  constructor(original: string) {
    this.#original = original;
  }

  /** Copies `[start, end)` of the original unchanged; returns `end`. */
  copy(start: number, end: number): number {
    if (end <= start) return end;
    if (start !== this.#expected) this.#mark(start, 0);
    this.#pieces.push(this.#original.slice(start, end));
    this.#length += end - start;
    this.#beforeLast = end - start > 1 ? this.#original.charCodeAt(end - 2) : this.#last;
    this.#last = this.#original.charCodeAt(end - 1);
    this.#expected = end;
    return end;
  }

  /** Writes `text` for `[start, end)` of the original, but skips a repeated quotation mark; returns `end`. */
  put(text: string, start: number, end: number): number {
    // Two adjacent quotation marks count as one: `''so''`, `‘“so”’`.
    if (text === "'" && this.#last === 0x27) return end;
    if (text.length !== 1 || end !== start + 1) {
      this.#mark(start, end - start);
      this.#expected = -1;
    } else {
      if (start !== this.#expected) this.#mark(start, 0);
      this.#expected = end;
    }
    this.#pieces.push(text);
    this.#length += text.length;
    this.#beforeLast = text.length > 1 ? text.charCodeAt(text.length - 2) : this.#last;
    this.#last = text.charCodeAt(text.length - 1);
    return end;
  }

  /** Returns the last unit written, -1 at the start. */
  last(): number {
    return this.#last;
  }

  lastIsDigit(): boolean {
    return this.#last >= 0x30 && this.#last <= 0x39;
  }

  /** True if the last unit is a hyphen after a letter. */
  endsWithJoiningHyphen(): boolean {
    const low = this.#beforeLast | 0x20;
    return this.#last === 0x2d && low >= 0x61 && (low <= 0x7a || low >= 0xe0);
  }

  /** Removes the last unit if it is a space. */
  dropSpace(): void {
    if (this.#last !== 0x20) return;
    const piece = this.#pieces.pop() as string;
    if (piece.length > 1) this.#pieces.push(piece.slice(0, -1));
    this.#length--;
    if (this.#outs.at(-1) === this.#length) {
      this.#outs.pop();
      this.#origins.pop();
      this.#widths.pop();
    }
    this.#last = this.#unitFromEnd(1);
    this.#beforeLast = this.#unitFromEnd(2);
    this.#expected = -1;
  }

  #unitFromEnd(back: number): number {
    let left = back;
    for (let i = this.#pieces.length - 1; i >= 0; i--) {
      const piece = this.#pieces[i] as string;
      if (piece.length >= left) return piece.charCodeAt(piece.length - left);
      left -= piece.length;
    }
    return -1;
  }

  /** Removes the last unit if it is a space and the unit before it passes `test`. */
  dropSpaceAfter(test: (unit: number) => boolean): void {
    if (this.#last === 0x20 && test(this.#beforeLast)) this.dropSpace();
  }

  build(): { text: string; toOriginal: TextMap } {
    const outs = this.#outs;
    const origins = this.#origins;
    const widths = this.#widths;
    return {
      text: this.#pieces.join(''),
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
