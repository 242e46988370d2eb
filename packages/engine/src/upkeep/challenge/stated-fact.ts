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
  /** The first word behind the subject, or the predicate. */
  readonly verb: string;
}

/** Two or more words with capitals, at the head of a sentence: a name. One such word begins every sentence. */
const LEADING_NAME =
  /^(?:(?:[Tt]he|[Dd]er|[Dd]ie|[Dd]as)\s+)?(?<name>\p{Lu}[\p{L}\p{N}'’-]*(?:\s+[\p{Lu}\p{N}][\p{L}\p{N}'’-]*)+)(?<rest>\s[\s\S]*)$/u;

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
    const named = LEADING_NAME.exec(text)?.groups;
    const [verb = '', ...rest] = (named?.['rest'] ?? '').trim().split(/\s+/u);
    told.push(
      named === undefined
        ? { claim, subject, rest: text, verb: predicate }
        : { claim, subject: named['name'] ?? subject, rest: rest.join(' '), verb },
    );
  }
  return told;
}
