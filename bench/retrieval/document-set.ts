import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ClaimDocument,
  type ClaimIndex,
  type Extractor,
  indexVault,
  openClaimStore,
} from '@memora/claims';
import { toSpan } from '@memora/core';
import { openVault } from '@memora/vault';
import type { EvaluationSet, Judged, SearchedText } from './evaluation-set.ts';

/** One claim per note, whose span is the note's whole text, for sets whose unit is a document. */
const wholeNote: Extractor = {
  name: 'whole-note',
  version: '1',
  incremental: false,
  extract: (note, segments) => {
    const first = note.segments[segments[0] ?? 0];
    const last = note.segments[segments.at(-1) ?? 0];
    const gated = new Map(segments.slice(1).map((segment) => [segment, 'part of the document']));
    if (!first || !last) return { claims: [], gated, failed: new Map(), refused: {}, usage: null };
    const claim = {
      segment: segments[0] ?? 0,
      span: toSpan(first.span.start, last.span.end),
      subject: note.path,
      inherited: true,
      predicate: 'states',
      object: null,
      kind: 'fact',
      assertion: 'asserted',
      confidence: 1,
      validFrom: null,
      validUntil: null,
      precision: 'unknown',
    } as const;
    return { claims: [claim], gated, failed: new Map(), refused: {}, usage: null };
  },
};

/** Documents as claims of a real store. The indexes see only each document's title and text. */
export async function createDocumentSet(
  name: string,
  measure: EvaluationSet['measure'],
  documents: readonly SearchedText[],
  questions: readonly Judged[],
  indexes: readonly ClaimIndex[],
): Promise<EvaluationSet> {
  const root = mkdtempSync(join(tmpdir(), 'memora-bench-'));
  // Each note has one line; the text itself goes to the indexes below, unparsed.
  documents.forEach(({ id }) => {
    writeFileSync(join(root, `d${id}.md`), `Document number ${id} is here.\n`);
  });
  const store = await openClaimStore({ path: join(root, '.memora', 'memora.db') });
  await indexVault({ vault: await openVault(root), store, extractor: wholeNote });
  const { claims } = await store.listClaims();
  const claimIdByDocument = new Map(claims.map((claim) => [claim.notePath.slice(1, -3), claim.id]));
  const keyById = new Map(
    store.database.prepare('SELECT id, key FROM claim').raw().all() as [string, number][],
  );
  store.transaction((db) => {
    for (const index of indexes) {
      index.create(db, store.indexStatus);
      index.add(
        db,
        documents.flatMap((document) => toClaimDocument(document, claimIdByDocument, keyById)),
      );
    }
  });
  const toClaimId = (id: string) => claimIdByDocument.get(id) as string;
  return {
    name,
    measure,
    store,
    texts: documents.map((document) => ({ ...document, id: toClaimId(document.id) })),
    questions: questions.map((question) => ({
      ...question,
      relevant: new Set([...question.relevant].map(toClaimId)),
    })),
    [Symbol.asyncDispose]: async () => {
      await store.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function toClaimDocument(
  { id, text, title }: SearchedText,
  claimIdByDocument: ReadonlyMap<string, ClaimDocument['id']>,
  keyById: ReadonlyMap<string, number>,
): readonly ClaimDocument[] {
  const claimId = claimIdByDocument.get(id);
  const key = claimId && keyById.get(claimId);
  if (!claimId || key === undefined) return [];
  return [
    {
      key,
      id: claimId,
      subject: '',
      predicate: '',
      object: null,
      text,
      noteTitle: title,
      headingPath: [],
      region: 'default',
      aliases: [],
      before: '',
      after: '',
      band: 'private',
    },
  ];
}
