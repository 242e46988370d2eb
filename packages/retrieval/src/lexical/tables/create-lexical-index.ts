import { fileURLToPath } from 'node:url';
import type { ClaimDocument, ClaimIndex } from '@memora/claims';
import type * as Sqlite from '@memora/claims/sqlite';
import { registerStemmers } from '@memora/language/stems';
import { ALL_STEMMERS } from '../../tokenise/all-stemmers.ts';
import { rebuildFullText } from '../full-text.ts';
import { createPassageReader } from '../passages/passage-terms.ts';
import { createPassageWriter } from '../passages/passage-writer.ts';
import { snippetText } from '../passages/snippet-text.ts';
import { placeNotes } from '../place-notes.ts';
import { clearLexicalTables, createLexicalTables, LEXICAL_INDEX, LEXICAL_VERSION } from './lexical-schema.ts';
import { removeClaims } from './remove-claims.ts';
import { sealTerms } from './secret-texts.ts';

/**
 * Creates the full-text index over passages and their claims, to pass to `openClaimStore({ indexes })`. It is stored in the store's database and
 * written in the store's transactions, so a claim and its terms appear and vanish together.
 */
export function createLexicalIndex(): ClaimIndex {
  registerStemmers(ALL_STEMMERS);
  return {
    name: LEXICAL_INDEX,
    reader: { file: readerFile() },
    version: LEXICAL_VERSION,
    create: createLexicalTables,
    place: placeNotes,
    add: addDocuments,
    remove: removeClaims,
    clear: clearLexicalTables,
    rewrite: rebuildFullText,
  };
}

/** The reader's compiled file is in the same folder as the bundle that contains this module. */
function readerFile(): string {
  const name = import.meta.url.endsWith('.ts') ? './read-documents.ts' : './read-lexical-documents.js';
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Adds claims without a passage, each by itself. */
function addDocuments(db: Sqlite.Database, documents: readonly ClaimDocument[]): void {
  const own = documents.filter(({ isPlaced }) => isPlaced !== true);
  if (own.length === 0) return;
  removeClaims(
    db,
    own.map(({ key }) => key),
  );
  const { readDocument } = createPassageReader();
  const write = createPassageWriter(db);
  const { statements, change } = write;
  for (const document of own) {
    const { key, band, text, encrypt } = document;
    if (band === 'secret' && encrypt === undefined) continue;
    const reading = readDocument(document);
    if (band === 'secret') {
      if (encrypt !== undefined) statements.putSecret.run(key, sealTerms(reading, encrypt));
      continue;
    }
    const place = {
      note: null,
      at: 0,
      section: 0,
      start: 0,
      end: 0,
      print: null,
      kind: 'section',
      fingerprint: null,
      context: null,
    } as const;
    const passage = write.insert({ ...place, band }, reading);
    change.count(reading, 1);
    statements.putPlace.run(key, passage, 0, reading.lengths[0] ?? 0, snippetText(text));
  }
  change.apply();
}
