import { normaliseTerm } from '@memora/core';
import type { ClaimDocument } from '../claim-index.ts';

const RESTS_ON =
  /\b(?:depends? on|based on|builds on|derived from|relies on|rests on|assumes|follows from|according to|beruht auf|basiert auf|hängt von|folgt aus)\b|に基づ|に依存/iu;
const PREDICATES = new Set([
  'depends on',
  'depends_on',
  'depends-on',
  'based on',
  'based_on',
  'derived from',
  'derived_from',
  'builds on',
]);

/**
 * The names, normalised, of what a claim says that it rests on: the links of a sentence that says so, or the object of a
 * triple whose predicate does. A name matters only where a note bears it.
 */
export function readDependencies({ predicate, object, text }: ClaimDocument): string[] {
  const says = PREDICATES.has(normaliseTerm(predicate));
  if (!says && !RESTS_ON.test(text)) return [];
  const links = [...text.matchAll(/\[\[([^\]|#^]+)[^\]]*\]\]/gu)].map((match) => match[1] ?? '');
  const named = says && object !== null ? [object.replace(/^\[\[|\]\]$/gu, '')] : [];
  return [...new Set([...links, ...named].map((name) => normaliseTerm(name.replace(/\.md$/u, ''))))].filter(
    Boolean,
  );
}
