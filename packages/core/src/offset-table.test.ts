import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOffsetTable, decodeText } from './offset-table.ts';

const encoder = new TextEncoder();

/** Text of real notes with everything that shifts offsets: line endings, BOM, NUL, several scripts, emoji, lone surrogates. */
const noteText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        '\r\n',
        '\r',
        '\n',
        '\uFEFF',
        '\0',
        '\u2028',
        'é',
        'e\u0301',
        '東京',
        'ภาษา',
        'سلام',
        '👩‍👩‍👧',
        '𝒳',
        '\uD800',
        '\uDC00',
      ),
      fc.nat(140).map((n) => 'a'.repeat(n)),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 600 }),
  noteText.map((text) => encoder.encode(text)),
  fc.tuple(noteText, fc.uint8Array({ minLength: 1, maxLength: 6 }), noteText).map(([before, junk, after]) => {
    return new Uint8Array([...encoder.encode(before), ...junk, ...encoder.encode(after)]);
  }),
);

describe('decodeText', () => {
  it('maps every offset of any file both ways, valid UTF-8 or not', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const { text, table } = decodeText(bytes);
        expect(table.byteLength).toBe(bytes.length);
        expect(table.utf16Length).toBe(text.length);
        let before = -1;
        let at = 0;
        for (const character of text) {
          const byte = table.toByte(at);
          expect(byte).toBeGreaterThan(before);
          expect(table.toUtf16(byte)).toBe(at);
          const end = table.toByte(at + character.length);
          const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(byte, end));
          expect(decoded).toBe(character);
          before = byte;
          at += character.length;
        }
        expect(table.toByte(text.length)).toBe(bytes.length);
        expect(table.toUtf16(bytes.length)).toBe(text.length);
      }),
    );
  });

  it('maps every byte inside a character to the start of that character', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const { text, table } = decodeText(bytes);
        let at = 0;
        for (const character of text) {
          for (let byte: number = table.toByte(at); byte < table.toByte(at + character.length); byte++) {
            expect(table.toUtf16(byte)).toBe(at);
          }
          at += character.length;
        }
      }),
      { numRuns: 50 },
    );
  });

  it('is invalid exactly where a strict decoder refuses the bytes', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        let strict = true;
        try {
          new TextDecoder('utf-8', { fatal: true }).decode(bytes);
        } catch {
          strict = false;
        }
        expect(decodeText(bytes).valid).toBe(strict);
      }),
    );
  });

  it('keeps the BOM as a character of three bytes', () => {
    const { text, table } = decodeText(encoder.encode('\uFEFFa'));
    expect(text).toBe('\uFEFFa');
    expect(table.toByte(1)).toBe(3);
  });

  it.each([
    ['a stray continuation byte', [0x61, 0x80, 0x62], 'a\uFFFDb', [0, 1, 2]],
    ['an overlong form', [0xc0, 0xaf], '\uFFFD\uFFFD', [0, 1]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80], '\uFFFD\uFFFD\uFFFD', [0, 1, 2]],
    ['beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80], '\uFFFD\uFFFD\uFFFD\uFFFD', [0, 1, 2, 3]],
    ['a cut character in the middle', [0xe6, 0x9d, 0x61], '\uFFFDa', [0, 2]],
    ['a cut emoji at the end', [0x61, 0xf0, 0x9f, 0x91], 'a\uFFFD', [0, 1]],
    ['Latin-1 text', [0x63, 0x61, 0x66, 0xe9, 0x2e], 'caf\uFFFD.', [0, 1, 2, 3, 4]],
    ['an emoji after junk', [0xff, 0xf0, 0x9f, 0x91, 0xa9], '\uFFFD👩', [0, 1, 1]],
  ])('reads %s as the Encoding Standard does', (_, bytes, text, starts) => {
    const decoded = decodeText(Uint8Array.from(bytes));
    expect(decoded.text).toBe(text);
    expect(decoded.valid).toBe(false);
    expect(Array.from({ length: text.length }, (_, i) => decoded.table.toByte(i))).toEqual(starts);
  });
});

describe('createOffsetTable', () => {
  it('agrees with encoding every prefix, lone surrogates included', () => {
    fc.assert(
      fc.property(noteText, (text) => {
        const table = createOffsetTable(text);
        expect(table.byteLength).toBe(encoder.encode(text).length);
        let byte = 0;
        let at = 0;
        for (const character of text) {
          expect(table.toByte(at)).toBe(byte);
          expect(table.toUtf16(byte)).toBe(at);
          byte += encoder.encode(character).length;
          at += character.length;
        }
      }),
    );
  });

  it('is right wherever a surrogate pair falls on its checkpoints', () => {
    for (let lead = 120; lead < 136; lead++) {
      const text = `${'a'.repeat(lead)}${'👩'.repeat(200)}é`;
      const table = createOffsetTable(text);
      for (let i = 0; i < 200; i++) {
        expect(table.toByte(lead + 2 * i)).toBe(lead + 4 * i);
        expect(table.toByte(lead + 2 * i + 1)).toBe(lead + 4 * i);
        expect(table.toUtf16(lead + 4 * i + 3)).toBe(lead + 2 * i);
      }
      expect(table.toByte(text.length - 1)).toBe(lead + 800);
    }
  });

  it('maps the empty text', () => {
    const table = createOffsetTable('');
    expect([table.toByte(0), table.toUtf16(0)]).toEqual([0, 0]);
  });

  it.each([-1, 3, 0.5, Number.NaN, Infinity])('refuses the offset %d outside a text of two', (offset) => {
    for (const text of ['ab', 'é']) {
      const table = createOffsetTable(text);
      const last = Math.max(table.byteLength, table.utf16Length);
      const asked = offset === 3 ? last + 1 : offset;
      expect(() => table.toByte(asked)).toThrow(RangeError);
      expect(() => table.toUtf16(asked)).toThrow(RangeError);
    }
    expect(() => decodeText(Uint8Array.of(0xff)).table.toByte(offset)).toThrow(RangeError);
  });
});
