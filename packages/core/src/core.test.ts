import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as core from './index.ts';

it('exports exactly its public names', () => {
  expect(Object.keys(core).sort()).toMatchInlineSnapshot(`
    [
      "BANDS",
      "MemoraError",
      "Secret",
      "compareBands",
      "createClaimId",
      "createOffsetTable",
      "decodeText",
      "defaultBlake3",
      "fingerprint",
      "isBand",
      "isClaimId",
      "isFingerprint",
      "isLegacyFingerprint",
      "isSpanWithin",
      "keyedFingerprint",
      "normaliseTerm",
      "parseBand",
      "segmentSentences",
      "sliceSpan",
      "strictestBand",
      "toByteOffset",
      "toSpan",
      "toUtf16Offset",
    ]
  `);
});

it('maps every offset of any file, valid UTF-8 or not, both ways', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 600 }),
        fc.string({ unit: 'binary', maxLength: 400 }).map((s) => new TextEncoder().encode(s)),
      ),
      (bytes) => {
        const { text, table } = core.decodeText(bytes);
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
      },
    ),
  );
});
