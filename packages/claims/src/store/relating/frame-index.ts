import type { ClaimDocument, ClaimIndex } from '../../model/claim-index.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { sealBody } from '../../relate/frame-body.ts';
import { type FrameReading, readDocument, toStoredFrame } from '../../relate/read-frames.ts';

/**
 * Keeps, beside the claims, what each says in comparable form, and which claims the next pass has to relate. Secret claims
 * have theirs encrypted, and are related to each other only.
 */
export const frameIndex: ClaimIndex = {
  name: 'frames',
  version: 9,
  // The thread that reads notes has it itself.
  reader: { file: null },
  create: () => {},
  add: (db, documents) => {
    const insert = db.prepare('INSERT OR REPLACE INTO frame (claim, entity, body) VALUES (?, ?, ?)');
    const refer = db.prepare(
      'INSERT OR IGNORE INTO reference (claim, name, type, outgoing) VALUES (?, ?, ?, ?)',
    );
    const mark = db.prepare('INSERT OR IGNORE INTO unrelated (claim) VALUES (?)');
    for (const document of documents) {
      if (document.band === 'secret') {
        const stored = toStoredFrame(document);
        const { encrypt } = document;
        if (stored !== null && encrypt !== undefined)
          insert.run(document.key, '', sealBody(stored, { encrypt }));
      } else {
        const { frame, references } = readingOf(document) ?? readDocument(document);
        if (frame !== null) insert.run(document.key, frame.entity, frame.body);
        for (const [name, type, outgoing] of references) refer.run(document.key, name, type, outgoing);
      }
      mark.run(document.key);
    }
  },
  remove: (db, keys) => {
    const list = JSON.stringify(keys);
    db.prepare('DELETE FROM frame WHERE claim IN (SELECT value FROM json_each(?))').run(list);
    db.prepare('DELETE FROM reference WHERE claim IN (SELECT value FROM json_each(?))').run(list);
    db.prepare('INSERT OR IGNORE INTO unrelated (claim) SELECT value FROM json_each(?)').run(list);
  },
  clear: (db: Sqlite.Database) => {
    db.exec(
      'DELETE FROM frame; DELETE FROM frame_key; DELETE FROM reference; INSERT OR IGNORE INTO unrelated (claim) SELECT key FROM claim',
    );
  },
};

function readingOf({ reading }: ClaimDocument): FrameReading | undefined {
  const readings = reading?.note.byIndex[frameIndex.name] as readonly FrameReading[] | undefined;
  return readings?.[reading?.at ?? 0];
}
