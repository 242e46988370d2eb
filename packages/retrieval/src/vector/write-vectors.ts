import type { ClaimDocument } from '@memora/claims';
import { toWireText } from '@memora/privacy';
import type BetterSqlite3 from 'better-sqlite3';
import { checkVectors } from '../embed/checked-embed.ts';
import type { Embedder } from '../embed/embedder.ts';
import { toBytes } from './vector-bytes.ts';
import { ensureVectorSet, readVectorSets } from './vector-schema.ts';
import { vectorText } from './vector-text.ts';

/**
 * Queues claims for embedding, in the transaction that writes them; an embedder that only computes embeds them on the
 * spot. Secret claims are left out whatever the embedder: a vector gives away what its text was about.
 */
export function addToVectors(
  db: BetterSqlite3.Database,
  documents: readonly ClaimDocument[],
  embedder: Embedder,
): void {
  removeFromVectors(
    db,
    documents.map(({ key }) => key),
  );
  const open = documents.filter(({ band }) => band !== 'secret');
  if (open.length === 0) return;
  const own = ensureVectorSet(db, embedder);
  const insertText = db.prepare('INSERT INTO vector_text(key, text) VALUES (?, ?)');
  const insertPending = db.prepare('INSERT INTO vector_pending(set_id, key) VALUES (?, ?)');
  for (const document of open) insertText.run(document.key, vectorText(document));
  const now = embedder.embedNow;
  for (const set of readVectorSets(db)) {
    if (now && set.id === own.id) continue;
    for (const { key } of open) insertPending.run(set.id, key);
  }
  if (!now) return;
  const wires = open.flatMap((document) => {
    const wire = toWireText({ text: vectorText(document), band: document.band }, embedder.place);
    return wire === null ? [] : [{ key: document.key, wire }];
  });
  const vectors = checkVectors(now(wires.map(({ wire }) => wire)), wires.length, embedder.dimensions);
  writeVectors(
    db,
    own.id,
    wires.map(({ key }) => key),
    vectors,
  );
}

/** Stores vectors; those of length 0 (texts that say nothing to the model) are left out, and found by nothing. */
export function writeVectors(
  db: BetterSqlite3.Database,
  set: number,
  keys: readonly number[],
  vectors: readonly Float32Array[],
): void {
  const drop = db.prepare('DELETE FROM vector_data WHERE set_id = ? AND key = ?');
  const insert = db.prepare('INSERT INTO vector_data(set_id, key, vector) VALUES (?, ?, ?)');
  const done = db.prepare('DELETE FROM vector_pending WHERE set_id = ? AND key = ?');
  keys.forEach((key, i) => {
    const vector = vectors[i];
    drop.run(set, key);
    if (vector?.some((component) => component !== 0)) insert.run(set, key, toBytes(vector));
    done.run(set, key);
  });
}

export function removeFromVectors(db: BetterSqlite3.Database, keys: readonly number[]): void {
  const list = JSON.stringify(keys);
  const sets = readVectorSets(db).map(({ id }) => id);
  db.prepare('DELETE FROM vector_text WHERE key IN (SELECT value FROM json_each(?))').run(list);
  for (const set of sets) {
    for (const table of ['vector_data', 'vector_pending']) {
      db.prepare(`DELETE FROM ${table} WHERE set_id = ? AND key IN (SELECT value FROM json_each(?))`).run(
        set,
        list,
      );
    }
  }
}
