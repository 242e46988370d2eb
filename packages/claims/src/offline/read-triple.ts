/** Subject, predicate and object as they stand in the text. */
export interface Triple {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
}

const SENTENCE =
  /^(?<subject>\p{Lu}[\p{L}\p{N}'’_-]*(?: [\p{L}\p{N}'’_-]+){0,3}) (?<predicate>is|uses|chose|depends on|moved to|costs|starts on) (?<object>[^,;:]+?)[.!]?$/u;
const PRONOUN = /^(?:it|this|that|these|those|he|she|they|we|i|you|there|what|which|who|here)\b/iu;

/** The triple of a sentence that is one plain statement; null where that is not certain. */
export function readTriple(text: string): Triple | null {
  const groups = SENTENCE.exec(text)?.groups;
  if (groups === undefined) return null;
  const { subject = '', predicate = '', object = '' } = groups;
  return PRONOUN.test(subject) ? null : { subject, predicate, object };
}
