import { expectTypeOf, it } from 'vitest';
import {
  type Alignment,
  type Answer,
  alignQuote,
  type Check,
  type CheckStatus,
  type CitableClaim,
  type Citation,
  type ClaimLookup,
  type CriticalTokenReport,
  checkCriticalTokens,
  createReceipt,
  type Fingerprint,
  fingerprint,
  parseCitations,
  type Receipt,
  type ReceiptReport,
  type SourceReader,
  type VerificationOptions,
  type VerificationReport,
  type VerifiedPart,
  verifyCitations,
  verifyReceipt,
  verifyStream,
} from './index.ts';

declare const options: VerificationOptions;
declare const report: VerificationReport;

it('has the shapes of the contract', () => {
  expectTypeOf(parseCitations).toEqualTypeOf<(text: string) => Citation[]>();
  expectTypeOf(verifyCitations).toEqualTypeOf<
    (answer: Answer, options: VerificationOptions) => Promise<VerificationReport>
  >();
  expectTypeOf(verifyStream(options)).toEqualTypeOf<TransformStream<string, VerifiedPart>>();
  expectTypeOf(alignQuote('source', 'quote')).toEqualTypeOf<Alignment>();
  expectTypeOf(checkCriticalTokens('statement', 'evidence')).toEqualTypeOf<CriticalTokenReport>();
  expectTypeOf(createReceipt(report, options)).toEqualTypeOf<Promise<Receipt>>();
  expectTypeOf(verifyReceipt('{}')).toEqualTypeOf<Promise<ReceiptReport>>();
  expectTypeOf(fingerprint(new Uint8Array())).toEqualTypeOf<Fingerprint>();
  expectTypeOf<CheckStatus>().toEqualTypeOf<
    | 'malformed'
    | 'unverified'
    | 'redacted'
    | 'out_of_context'
    | 'fingerprint_mismatch'
    | 'quote_mismatch'
    | 'token_mismatch'
    | 'superseded'
    | 'verified'
  >();
  expectTypeOf(report.verdict).toEqualTypeOf<'verified' | 'partial' | 'rejected' | 'uncited' | 'empty'>();
});

it('takes answers of three SDKs without any of them', () => {
  const answers: Answer[] = [
    'text',
    { text: 'text' },
    [{ type: 'text', text: 'text' }],
    { content: [{ type: 'text', text: 'text', citations: [] }] },
    { choices: [{ message: { content: 'text', annotations: [] } }] },
  ];
  // @ts-expect-error a number is no answer
  const wrong: Answer = 1;
  return [answers, wrong];
});

it('asks for both ports, and refuses options that do not exist', () => {
  const claims: ClaimLookup = async () => new Map<string, CitableClaim>();
  const sources: SourceReader = async () => null;
  // @ts-expect-error without a reader nothing can be verified
  verifyCitations('text', { claims });
  // @ts-expect-error a lookup gives a map of claims
  verifyCitations('text', { claims: async () => ['id'], sources });
  // @ts-expect-error there is no guard called loose
  verifyCitations('text', { claims, sources, guard: 'loose' });
  // @ts-expect-error a reader gives bytes, not text
  verifyCitations('text', { claims, sources: async () => 'text' });
  // @ts-expect-error options are spelled as they are
  verifyCitations('text', { claims, sources, asof: '2026-01-01' });
});

it('gives reports that can only be read', () => {
  // @ts-expect-error a verdict is not for changing
  report.verdict = 'verified';
  // @ts-expect-error nor is a check
  (report.checks[0] as Check).status = 'verified';
  // @ts-expect-error the proof is a fingerprint, not any string
  const print: Fingerprint = 'abc';
  return print;
});
