import type { Claim } from '@memora/claims';
import { chooseFacts } from '../consolidate/choose-facts.ts';
import type { VaultFacts } from '../review/vault-facts.ts';
import type { NoteWords } from './note-words.ts';

/** A fact with its subject and the rest of its sentence, whether or not the extractor split the sentence. */
export interface StatedFact {
  readonly claim: Claim;
  readonly subject: string;
  /** The rest of the sentence. */
  readonly rest: string;
  /** The first word after the subject, or the predicate. */
  readonly verb: string;
}

/**
 * True for a link alone, as in the properties of clippings. It files a note and says nothing about the linked
 * note.
 */
export function isOnlyLink({ rest }: Pick<StatedFact, 'rest'>): boolean {
  return rest.startsWith('[[') && rest.indexOf(']]') === rest.length - 2;
}

/** An article or Markdown marks may come before the name at the start of a sentence. */
const MOST_BEFORE = 6;

/** The facts of a vault in the words of their notes. The subject of a claim with only a whole sentence is the name at its start. */
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
