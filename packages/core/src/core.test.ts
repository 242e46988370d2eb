import { readdirSync, readFileSync } from 'node:fs';
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
      "fingerprint",
      "hasFingerprint",
      "isBand",
      "isClaimId",
      "isFingerprint",
      "isSpanWithin",
      "keyedFingerprint",
      "normaliseTerm",
      "parseBand",
      "sliceSpan",
      "strictestBand",
      "toByteOffset",
      "toInstant",
      "toInstantText",
      "toSpan",
      "toUtf16Offset",
    ]
  `);
});

it('does no IO: no source of it imports a Node built-in or names a global that only Node has', () => {
  const folder = new URL('.', import.meta.url);
  for (const file of readdirSync(folder).filter(
    (name) => name.endsWith('.ts') && !/\.test(-d)?\.ts$/.test(name),
  )) {
    const source = readFileSync(new URL(file, folder), 'utf8');
    expect([
      file,
      source.match(/from '(?!\.\/|@noble\/hashes\/)[^']+'|\b(?:process\.\w|Buffer[.(]|require\()/g),
    ]).toEqual([file, null]);
  }
});
