import { expect, it } from 'vitest';
import * as validator from './index.ts';

it('exports exactly its public names', () => {
  expect(Object.keys(validator).sort()).toMatchInlineSnapshot(`
    [
      "CHECK_STATUSES",
      "CitationError",
      "MemoraError",
      "ValidatorError",
      "alignQuote",
      "checkCriticalTokens",
      "createReceipt",
      "createVaultTree",
      "fingerprint",
      "opensFromPage",
      "parseCitations",
      "prepareSource",
      "toJudge",
      "verifyAgainst",
      "verifyAgainstStream",
      "verifyCitations",
      "verifyReceipt",
      "verifySpans",
      "verifyStream",
    ]
  `);
});

it('fingerprints bytes as core does', () => {
  expect(validator.fingerprint(new Uint8Array())).toBe(
    'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262',
  );
});
