import { nearestName } from '@memora/language/text';
import type { Answer } from '../contract/answer.ts';
import type { CitableClaim } from '../contract/citable-claim.ts';
import { ValidatorError } from '../contract/validator-error.ts';
import type { VerificationOptions } from '../contract/verification-options.ts';
import type { VerificationReport } from '../contract/verification-report.ts';
import { verifyCitations } from '../verification/verify-citations.ts';
import { type StreamOptions, type VerifiedPart, verifyStream } from '../verification/verify-stream.ts';
import { claimsOf } from './create-document-claims.ts';
import { createDocumentFinder, readDefinitions } from './find-document.ts';
import { type MarkerStyle, readMarkers } from './read-markers.ts';
import { readDocuments, type SourceDocuments } from './source-document.ts';

/** An answer, and the documents that it should be based on. */
export interface VerifyAgainstInput
  extends Omit<VerificationOptions, 'claims' | 'sources' | 'markers' | 'toNotePath' | 'allowedIds'> {
  readonly documents: SourceDocuments;
  readonly answer: Answer;
  /** The answer's marker styles, in addition to `[claim:<id>]`. Default: all of `number footnote lenticular named file tag`. */
  readonly markers?: readonly MarkerStyle[] | undefined;
  /** Returns the name of the document that a label means, if the rules of `createDocumentFinder` do not fit. */
  readonly toDocument?: ((label: string) => string | null) | undefined;
}

/** The documents that a streamed answer should be based on. */
export type VerifyAgainstStreamInput = Omit<VerifyAgainstInput, 'answer'> & Pick<StreamOptions, 'collect'>;

const EVERY_STYLE: readonly MarkerStyle[] = ['number', 'footnote', 'lenticular', 'named', 'file', 'tag'];

/**
 * Verifies an answer against documents, without claims created beforehand. A mark such as `[1]` cites the whole first document; `[claim:<id>]` cites a claim
 * of `createDocumentClaims` over the same documents. Spans are cut and hashed here. Also accepts what SDKs return. Without any document the report is
 * `degraded`. Throws like `verifyCitations`, `INVALID_OPTION` also for an unknown option, and `MemoraError` `INVALID_DOCUMENT`.
 */
export async function verifyAgainst(input: VerifyAgainstInput): Promise<VerificationReport> {
  const { answer, ...rest } = input;
  const report = await verifyCitations(answer, openDocuments(rest, typeof answer === 'string' ? answer : ''));
  if (Object.keys(input.documents).length > 0) return report;
  return {
    ...report,
    degraded: true,
    degradedReasons: [...report.degradedReasons, 'there are no documents to check the answer against'],
  };
}

/**
 * Verifies an answer while it is written: text goes in as it arrives, and verified text comes out statement
 * by statement, as in `verifyStream`. A definition `[^1]: …` at the end of an answer comes too late to be
 * used. Throws `MemoraError` `INVALID_DOCUMENT`.
 */
export function verifyAgainstStream(input: VerifyAgainstStreamInput): TransformStream<string, VerifiedPart> {
  return verifyStream({ ...openDocuments(input, ''), collect: input.collect });
}

const OPTIONS = {
  documents: true,
  answer: true,
  collect: true,
  markers: true,
  toDocument: true,
  asOf: true,
  uncited: true,
  guard: true,
  judge: true,
  hidden: true,
  shownWith: true,
  question: true,
  today: true,
  policy: true,
  mode: true,
  reanchor: true,
  blake3: true,
  secretFingerprint: true,
  signal: true,
} as const satisfies Readonly<Record<keyof VerifyAgainstInput | keyof VerifyAgainstStreamInput, true>>;

/** Callers without types misspell options and leave out the documents. */
function refuseUnknown(input: Readonly<Record<string, unknown>>): void {
  const known = Object.keys(OPTIONS);
  const unknown = Object.keys(input).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const near = nearestName(unknown, known);
    throw new ValidatorError(`there is no option ${JSON.stringify(unknown.slice(0, 80))}`, {
      code: 'INVALID_OPTION',
      hint: near === null ? `Pass one of ${known.join(', ')}.` : `Did you mean ${near}?`,
    });
  }
  if (Object(input['documents']) !== input['documents'])
    throw new ValidatorError('there are no documents to check the answer against', {
      code: 'INVALID_DOCUMENT',
      hint: "Pass their texts by name: documents: { 'lease.md': text }.",
    });
}

/**
 * Returns the functions for verifying an answer against documents. `definitions`: a text that may define
 * labels.
 */
function openDocuments(input: Omit<VerifyAgainstInput, 'answer'>, definitions: string): VerificationOptions {
  refuseUnknown({ ...input });
  const { documents, markers = EVERY_STYLE, toDocument, ...options } = input;
  const read = readDocuments(documents);
  const documentByName = new Map(read.map((document) => [document.name, document]));
  const claims = new Map<string, CitableClaim>();
  const wholeByName = new Map<string, string>();
  let isCut = false;

  /** Hashes only cited documents, because there may be many. */
  function citeWhole(name: string | null): readonly string[] {
    const document = documentByName.get(name ?? '');
    if (document === undefined) return [];
    const known = wholeByName.get(document.name);
    if (known !== undefined) return [known];
    return claimsOf(document, 'document', options.blake3).map((claim) => {
      claims.set(claim.id, claim);
      wholeByName.set(document.name, claim.id);
      return claim.id;
    });
  }

  async function lookUp(ids: readonly string[]): Promise<ReadonlyMap<string, CitableClaim>> {
    if (isCut || ids.every((id) => claims.has(id))) return claims;
    isCut = true;
    for (const document of read) {
      for (const unit of ['sentence', 'paragraph', 'document'] as const)
        for (const claim of claimsOf(document, unit, options.blake3)) claims.set(claim.id, claim);
    }
    return claims;
  }

  const finder = createDocumentFinder(read, readDefinitions(definitions));
  return {
    ...options,
    claims: lookUp,
    sources: async (name) => documentByName.get(name)?.bytes ?? null,
    markers: readMarkers(markers, (label) => citeWhole((toDocument ?? finder.find)(label))),
    toNotePath: ({ documentIndex, title, filename, url }) =>
      (documentIndex === null ? undefined : read[documentIndex]?.name) ??
      [title, filename, url].flatMap((call) => (call === null ? [] : (finder.find(call) ?? []))).at(0) ??
      null,
  };
}
