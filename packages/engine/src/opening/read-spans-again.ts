import type { Claim } from '@memora/claims';
import { decodeText, sliceSpan } from '@memora/core';
import { isSaidBy } from '../privacy/live-bands.ts';
import { readSpans } from '../privacy/read-spans.ts';
import { isSeenIn } from './create-kept-notes.ts';
import { askedFor, questionOf } from './open-question.ts';
import type { Session } from './open-session.ts';

/**
 * The text of each claim's span; what an earlier question read of a note is read anew, and the span hashed. Where the note says something else by now, it is read as if
 * nothing were known of it, and the question that gave the claim has seen these bytes.
 */
export async function readSpansAgain(
  claims: readonly Claim[],
  session: Session,
  asked: { readonly reveal?: boolean },
): Promise<(string | null)[]> {
  const texts: (string | null)[] = [];
  for (const claim of claims) {
    const text = await readKept(claim, session);
    if (text !== undefined) texts.push(text);
    else
      texts.push(...(await readSpans([claim], () => questionOf(claim, session, claim.notePath).live, asked)));
  }
  return texts;
}

/** Undefined where nothing is known of the note from before, or its file has other bytes now. */
async function readKept(claim: Claim, session: Session): Promise<string | undefined> {
  const { snapshot } = askedFor(claim, session) ?? {};
  const known = snapshot?.known(claim.notePath);
  if (snapshot === undefined || known === undefined) return undefined;
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
