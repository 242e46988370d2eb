import { normaliseTerm } from '@memora/core';
import type { ClaimDocument } from '../model/claim-index.ts';
import type { EdgeType } from '../model/edge.ts';

/** A relation of a claim to a note that it names. */
export interface Reference {
  /** The name in the text, normalised (it matters only if a note has that name), or {@link CITED} and the id of a claim. */
  readonly name: string;
  readonly type: EdgeType;
  /** True for an edge from the claim to the named note; false for one from the note to the claim. */
  readonly outgoing: boolean;
}

/** Prefix of the id of a cited claim; the reference has the type `derives`. */
export const CITED = 'claim:';

/** The prefix of the id of a replaced memory; the reference has the type `supersedes`. */
export const MEMORY = 'memory:';

interface Cue {
  readonly pattern: RegExp;
  readonly type: EdgeType;
  readonly outgoing: boolean;
  /** The words must come before the name of the note; otherwise they may be anywhere in the sentence. */
  readonly leads: boolean;
}

/** In order: the first match decides. English, German, Japanese. */
const CUES: readonly Cue[] = [
  {
    type: 'depends_on',
    outgoing: true,
    leads: false,
    pattern:
      /\b(?:depends? on|based on|builds on|derived from|relies on|rests on|assumes|follows from|according to|beruht auf|basiert auf|hängt von|folgt aus)\b|に基づ|に依存/iu,
  },
  {
    type: 'learned_from',
    outgoing: true,
    leads: true,
    pattern:
      /\b(?:learn(?:ed|t|ing)s? from|lessons? (?:from|of)|taught (?:us|me) by|gelernt aus|lehren? aus)\b|の教訓|から学/iu,
  },
  {
    // The named note is the cause, so the edge starts there.
    type: 'caused',
    outgoing: false,
    leads: true,
    pattern:
      /\b(?:caused by|because of|due to|(?:as a )?result of|triggered by|verursacht durch|ausgelöst durch|wegen)\b/iu,
  },
  {
    type: 'caused',
    outgoing: true,
    leads: true,
    pattern: /\b(?:caused|causes|led to|leads to|resulted in|results in|triggered|verursachte|führte zu)\b/iu,
  },
  {
    type: 'applies_to',
    outgoing: true,
    leads: true,
    pattern: /\b(?:appl(?:y|ies|ied) to|valid for|holds for|gilt für|gelten für)\b|に適用/iu,
  },
];

const DEPENDENCY_PREDICATES = new Set([
  'depends on',
  'depends_on',
  'depends-on',
  'based on',
  'based_on',
  'derived from',
  'derived_from',
  'builds on',
]);

/** No brackets inside, like the parser: an unclosed link is skipped in one step. */
const LINK = /\[\[(?<target>[^[\]|#^]+)(?:[#^][^[\]|]*)?(?:\|(?<label>[^[\]]*))?\]\]/gu;
/** Longer texts, in UTF-16 units, are code or data, where the words before a link explain nothing. */
const LONGEST = 2_000;

/**
 * Returns the relations of a claim to the notes that it names, by the words before a link or because it is a triple about one. A link without such words is a
 * mention. The object of `X depends on Y` counts without a link. A claim derives from the claims that it cites. Hearsay in a conversation creates no
 * references: a page that a tool fetched must not link itself into a user's notes.
 */
export function readReferences(document: ClaimDocument): Reference[] {
  if (document.isHearsay === true) return [];
  const cited = (document.cites ?? []).map(
    (id): Reference => ({ name: `${CITED}${id}`, type: 'derives', outgoing: true }),
  );
  const replaced = (document.supersedes ?? []).map(
    (id): Reference => ({ name: `${MEMORY}${id}`, type: 'supersedes', outgoing: true }),
  );
  return cited.length + replaced.length === 0
    ? readNamed(document)
    : [...cited, ...replaced, ...readNamed(document)];
}

function readNamed({ predicate, object, text }: ClaimDocument): Reference[] {
  const says = DEPENDENCY_PREDICATES.has(normaliseTerm(predicate));
  if (!says && (text.length > LONGEST || !text.includes('[['))) return [];
  const found = new Map<string, Reference>();
  const add = (name: string, type: EdgeType, outgoing: boolean): void => {
    const key = normaliseTerm(name.replace(/\.md$/u, ''));
    if (key !== '' && !found.has(key)) found.set(key, { name: key, type, outgoing });
  };
  if (says && object !== null) add(object.replace(/^\[\[|\]\]$/gu, ''), 'depends_on', true);
  for (const match of text.slice(0, LONGEST).matchAll(LINK)) {
    const { target = '', label } = match.groups ?? {};
    const cue = says ? CUES[0] : cueOf(text, match.index);
    if (cue !== undefined) add(target, cue.type, cue.outgoing);
    else if (isObject(object, target, label)) add(target, 'relates_to', true);
    else add(target, 'mentioned_in', false);
  }
  return [...found.values()];
}

/** True if a triple's object is only the link, as its target or its label. */
function isObject(object: string | null, target: string, label: string | undefined): boolean {
  if (object === null) return false;
  const plain = normaliseTerm(object.replace(/^\[\[(?:[^\]|]*\|)?|\]\]$/gu, ''));
  return plain === normaliseTerm(target) || (label !== undefined && plain === normaliseTerm(label));
}

function cueOf(text: string, at: number): Cue | undefined {
  const before = text.slice(0, at);
  return CUES.find(({ pattern, leads }) => pattern.test(leads ? before : text));
}
