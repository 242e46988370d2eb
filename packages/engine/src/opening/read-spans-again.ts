import type { Claim } from '@memora/claims';
import { decodeText, sliceSpan } from '@memora/core';
import { isSaidBy } from '../privacy/live-bands.ts';
import { readSpans } from '../privacy/read-spans.ts';
import { isSeenIn, type KeptNote } from './create-kept-notes.ts';
import type { NoteSnapshot } from './create-note-snapshot.ts';
import { askedFor, questionOf } from './open-question.ts';
import type { Session } from './open-session.ts';

/**
 * The text of each claim's span. A note that an earlier question read is read anew, and the span is hashed. A
 * changed note is read like a new one, and the question that returned the claim records these bytes as seen.
 */
export async function readSpansAgain(
  claims: readonly Claim[],
  session: Session,
  asked: { readonly reveal?: boolean; readonly of?: object },
): Promise<(string | null)[]> {
  const texts: (string | null)[] = [];
  for (const claim of claims) {
    const of = asked.of ?? claim;
    const { snapshot } = askedFor(of, session) ?? {};
    const known = snapshot?.known(claim.notePath);
    const text = snapshot && known && (await readKept(claim, { known, snapshot, session }));
    if (text !== undefined) texts.push(text);
    else texts.push(...(await readSpans([claim], () => questionOf(of, session, claim.notePath).live, asked)));
  }
  return texts;
}

interface ReadBefore {
  readonly known: KeptNote;
  readonly snapshot: NoteSnapshot;
  readonly session: Session;
}

/** Undefined if the note's file has other bytes now. */
async function readKept(claim: Claim, { known, snapshot, session }: ReadBefore): Promise<string | undefined> {
  const isSame =
    session.vault.holdsBytes(claim.notePath, known.bytes, known.file) ||
    hasBytes(await session.readNote(claim.notePath), known.bytes);
  const span = isSame && isSeenIn(known, claim) ? sliceSpan(known.bytes, claim.span) : null;
  if (span !== null && isSaidBy(claim, span)) return decodeText(span).text;
  snapshot.forget(claim.notePath);
  return undefined;
}

function hasBytes(read: Uint8Array | null, known: Uint8Array): boolean {
  return read !== null && Buffer.compare(read, known) === 0;
}
