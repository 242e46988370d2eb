import type { Answer } from '../contract/answer.ts';
import type { CitableClaim } from '../contract/citable-claim.ts';
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
 * of `createDocumentClaims` over the same documents. Spans are cut and hashed here. Also accepts what SDKs return. Throws like `verifyCitations`, and
 * `MemoraError` `INVALID_DOCUMENT`.
 */
export async function verifyAgainst({ answer, ...input }: VerifyAgainstInput): Promise<VerificationReport> {
  return verifyCitations(answer, openDocuments(input, typeof answer === 'string' ? answer : ''));
}

/**
 * Verifies an answer while it is written: text goes in as it arrives, and verified text comes out statement
 * by statement, as in `verifyStream`. A definition `[^1]: …` at the end of an answer comes too late to be
 * used. Throws `MemoraError` `INVALID_DOCUMENT`.
 */
export function verifyAgainstStream(input: VerifyAgainstStreamInput): TransformStream<string, VerifiedPart> {
  return verifyStream({ ...openDocuments(input, ''), collect: input.collect });
}

/**
 * Returns the functions for verifying an answer against documents. `definitions`: a text that may define
 * labels.
 */
function openDocuments(
  { documents, markers = EVERY_STYLE, toDocument, ...options }: Omit<VerifyAgainstInput, 'answer'>,
  definitions: string,
): VerificationOptions {
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
