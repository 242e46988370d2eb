import type BetterSqlite3 from 'better-sqlite3';
import type { ClaimDocument, ClaimIndex } from '../claim-index.ts';
import type { Frame } from '../judge/frame.ts';
import { readFrame } from '../judge/read-frame.ts';
import { stripMarkdown, tokeniseStatement } from '../judge/tokenise-statement.ts';
import { edgeCodes } from '../sqlite/codes.ts';
import { sealBody } from './frame-body.ts';
import { readReferences } from './read-references.ts';

/** What is stored of a claim to relate it: its frame, and where a subject without a name of its own holds. */
export interface StoredFrame {
  readonly frame: Frame;
  /** The region, a subject without a name is the same only within it. */
  readonly scope: string;
  /** True for fields, properties, table rows and tasks: a note may repeat those for different things. */
  readonly field: boolean;
}

/**
 * Keeps, beside the claims, what each says in comparable form, and which claims the next pass has to relate. Secret claims
 * have theirs encrypted, and are related to each other only.
 */
export const frameIndex: ClaimIndex = {
  name: 'frames',
  version: 8,
  create: () => {},
  add: (db, documents) => {
    const insert = db.prepare('INSERT OR REPLACE INTO frame (claim, entity, body) VALUES (?, ?, ?)');
    const refer = db.prepare(
      'INSERT OR IGNORE INTO reference (claim, name, type, outgoing) VALUES (?, ?, ?, ?)',
    );
    const mark = db.prepare('INSERT OR IGNORE INTO unrelated (claim) VALUES (?)');
    for (const document of documents) {
      const stored = toStoredFrame(document);
      if (document.band === 'secret') {
        const { encrypt } = document;
        if (stored !== null && encrypt !== undefined)
          insert.run(document.key, '', sealBody(stored, { encrypt }));
      } else {
        if (stored !== null)
          insert.run(document.key, stored.frame.subject[0]?.key ?? '', JSON.stringify(stored));
        for (const { name, type, outgoing } of readReferences(document)) {
          refer.run(document.key, name, edgeCodes.toCode(type), outgoing ? 1 : 0);
        }
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
  clear: (db: BetterSqlite3.Database) => {
    db.exec(
      'DELETE FROM frame; DELETE FROM frame_key; DELETE FROM reference; INSERT OR IGNORE INTO unrelated (claim) SELECT key FROM claim',
    );
  },
};

/** Titles that many folders have: what stands in such notes is about something else in each. */
const GENERIC_TITLE =
  /^(?:readme|index|_index|untitled|notes?|todo|log|template|change[ -]?log|release notes|contributing|inbox|home|summary|links?)\b/iu;

/** The comparable form of a claim; null where it says nothing that another could be compared with. */
export function toStoredFrame(document: ClaimDocument): StoredFrame | null {
  const { predicate, object, text, noteTitle, region } = document;
  const field = object !== null && (predicate === 'task' || !startsWith(text, document.subject));
  if (field && (GENERIC_TITLE.test(noteTitle) || !/\p{L}/u.test(document.subject))) return null;
  const subject = field ? fieldSubject(document) : document.subject;
  const frame = readFrame({ text, subject, predicate, object, field });
  if (frame === null) return null;
  return { frame, scope: field || namesSomething(frame) ? '' : region, field };
}

/** A field is about its note, under its headings; a table row and a task about their own subject in it. */
function fieldSubject({ subject, noteTitle, headingPath }: ClaimDocument): string {
  return [...new Set([noteTitle, ...headingPath, subject])].join(' ');
}

function startsWith(text: string, subject: string): boolean {
  return stripMarkdown(text).toLowerCase().startsWith(subject.toLowerCase());
}

/** A capital inside the sentence, an identifier or a bare first word names one thing wherever it is said. */
function namesSomething(frame: Frame): boolean {
  return frame.subject.some((token) => token.kind === 'word' && (token.name || token.key.includes('-')));
}

/** The tokens of a name, as subjects hold them. */
export function nameTokens(name: string) {
  return tokeniseStatement(name);
}
