import type { Claim } from '@memora/claims';
import { chooseFacts } from '../consolidate/choose-facts.ts';
import type { VaultFacts } from '../review/vault-facts.ts';
import type { NoteWords } from './note-words.ts';

/** A fact with whom it is about and what it says of them, whether the extractor took the sentence apart or not. */
export interface StatedFact {
  readonly claim: Claim;
  readonly subject: string;
  /** Everything that is said of the subject. */
  readonly rest: string;
  /** The first word after the subject, or the predicate. */
  readonly verb: string;
}

/** True if nothing but a link is said, as the properties of clippings do: it files a note, and says nothing of what it links to. */
export function isOnlyLink({ rest }: Pick<StatedFact, 'rest'>): boolean {
  return rest.startsWith('[[') && rest.indexOf(']]') === rest.length - 2;
}

/** An article and marks may be before the name that a sentence begins with. */
const MOST_BEFORE = 6;

/** The facts of a vault as they are told. A claim that only its whole sentence states is about the name that leads it. */
export async function readStatedFacts({ claims }: VaultFacts, words: NoteWords): Promise<StatedFact[]> {
  const told: StatedFact[] = [];
  for (const claim of chooseFacts(claims)) {
    const { subject, predicate, object } = claim;
    if (object !== null) {
      told.push({ claim, subject, rest: object, verb: predicate });
      continue;
    }
    const text = ((await words.read(claim)) ?? '').trim();
    const at = text.slice(0, subject.length + MOST_BEFORE).indexOf(subject);
    const [verb = '', ...rest] = text
      .slice(at + subject.length)
      .trim()
      .split(' ');
    told.push(
      at < 0
        ? { claim, subject, rest: text, verb: predicate }
        : { claim, subject, rest: rest.join(' '), verb },
    );
  }
  return told;
}
