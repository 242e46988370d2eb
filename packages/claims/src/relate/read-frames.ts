import type { ClaimDocument } from '../model/claim-index.ts';
import { edgeCodes } from '../model/codes.ts';
import type { Frame } from './compare/frame.ts';
import { readFrame, readTaskFrame } from './compare/read-frame.ts';
import { stripMarkdown } from './compare/tokenise-statement.ts';
import { readReferences } from './read-references.ts';
import type { StoredFrame } from './stored-frame.ts';

/** What relating keeps of a readable claim, as it is written. */
export interface FrameReading {
  /** Null where it says nothing that another claim could be compared with. */
  readonly frame: { readonly entity: string; readonly body: string } | null;
  /** Name, code of the edge's type, and 1 for an edge from the claim. */
  readonly references: readonly (readonly [string, number, number])[];
}

/** Reads the claims of a note: the reader of the frame index. */
export function readDocuments(documents: readonly ClaimDocument[]): FrameReading[] {
  return documents.map(readDocument);
}

/** Reads one claim. */
export function readDocument(document: ClaimDocument): FrameReading {
  const stored = toStoredFrame(document);
  return {
    frame:
      stored === null ? null : { entity: stored.frame.subject[0]?.key ?? '', body: JSON.stringify(stored) },
    references: readReferences(document).map(
      ({ name, type, outgoing }) => [name, edgeCodes.toCode(type), outgoing ? 1 : 0] as const,
    ),
  };
}

/** Titles that many folders have: what stands in such notes is about something else in each. */
const GENERIC_TITLE =
  /^(?:readme|index|_index|untitled|notes?|todo|log|template|change[ -]?log|release notes|contributing|inbox|home|summary|links?)\b/iu;

/** The comparable form of a claim; null where it says nothing that another could be compared with. */
export function toStoredFrame(document: ClaimDocument): StoredFrame | null {
  const { predicate, object, text, noteTitle, region, scope = region } = document;
  if (document.isTask === true && object !== null) {
    const task = readTaskFrame(text, object);
    return task === null ? null : { frame: task, scope: namesSomething(task) ? '' : scope, field: false };
  }
  const field = object !== null && !startsWith(text, document.subject);
  if (field && (GENERIC_TITLE.test(noteTitle) || !/\p{L}/u.test(document.subject))) return null;
  const subject = field ? fieldSubject(document) : document.subject;
  const frame = readFrame({ text, subject, predicate, object, field });
  if (frame === null) return null;
  return { frame, scope: field || namesSomething(frame) ? '' : scope, field };
}

/** A field is about its note, under its headings; a table row about its own subject in it. */
function fieldSubject({ subject, noteTitle, headingPath }: ClaimDocument): string {
  return [...new Set([noteTitle, ...headingPath, subject])].join(' ');
}

function startsWith(text: string, subject: string): boolean {
  // Markup takes less than the rest of what is looked at.
  return stripMarkdown(text.slice(0, 2 * subject.length + 200))
    .toLowerCase()
    .startsWith(subject.toLowerCase());
}

/** A capital inside the sentence, an identifier or a bare first word names one thing wherever it is said. */
function namesSomething(frame: Frame): boolean {
  return frame.subject.some((token) => token.kind === 'word' && (token.name || token.key.includes('-')));
}
