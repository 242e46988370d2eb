import { isConversation } from '@memora/core/internal';
import type { AskedKind } from '@memora/language/asked';
import { readAskedLanguage } from '@memora/language/detect';
import type { Hit } from '@memora/retrieval';
import type { QueryResult } from '../../memory.ts';
import type { AskOptions } from '../answer.ts';
import type { AnswerPorts } from '../answer-question.ts';
import { discountNames } from '../discount-names.ts';
import { putAskedLanguageFirst } from '../put-asked-language-first.ts';
import type { Evidence } from './evidence.ts';
import { isInFrontmatter } from './is-in-frontmatter.ts';
import { openBands } from './open-bands.ts';

/** Claims of some dozen passages: what is read together may rank apart. */
const CANDIDATES = 24;
/** This many times as many are looked through where all of them are in another language than the question. */
const MORE = 5;
/** What a thing is stands once in a note that is all about it. */
const WIDE = 48;

/** What is found, with what is told in the language of the question first. */
export async function findEvidence(
  question: string,
  kind: AskedKind,
  options: AskOptions,
  ports: AnswerPorts,
): Promise<{ readonly found: QueryResult; readonly evidence: readonly Evidence[] }> {
  const asked = readAskedLanguage(question);
  const find = async (k: number) => {
    const found = await ports.retrieve(question, { ...options, k });
    return { found, ...putAskedLanguageFirst(await readEvidence(found.hits, ports), asked) };
  };
  const first = await find(options.k ?? (kind === 'definition' ? WIDE : CANDIDATES));
  if (options.k !== undefined || !first.isOnlyOther) return first;
  // A note in many languages may stand so often before the one that is asked for.
  const more = await findMore(question, options, ports);
  const evidence = more.evidence.slice(0, CANDIDATES);
  const kept = new Set(evidence.map(({ claim }) => claim.id));
  return {
    found: { ...more.found, hits: more.found.hits.filter(({ claim }) => kept.has(claim.id)) },
    evidence,
  };
}

/** What is found for a model elsewhere, which is shown nothing secret. */
export function findOpen(question: string, options: AskOptions, ports: AnswerPorts): Promise<QueryResult> {
  return ports.retrieve(question, {
    ...options,
    k: options.k ?? CANDIDATES,
    bands: openBands(options.bands),
  });
}

/** Many times as much of what is found. */
export async function findMore(question: string, options: AskOptions, ports: AnswerPorts) {
  const found = await ports.retrieve(question, { ...options, k: CANDIDATES * MORE });
  const evidence = await readEvidence(found.hits, ports);
  return { found, ...putAskedLanguageFirst(evidence, readAskedLanguage(question)) };
}

/** The claims found, with the text of each span as it is on disk now; those whose text is gone are left out. */
export async function readEvidence(
  hits: readonly Hit[],
  { readSpan, sources }: AnswerPorts,
): Promise<Evidence[]> {
  const found = await Promise.all(
    hits.map(async (hit) => {
      const { claim, score } = hit;
      const [text, bytes] = await Promise.all([readSpan(claim), sources(claim.notePath)]);
      if (text === null) return null;
      const inFrontmatter = bytes !== null && isInFrontmatter(bytes, claim.span);
      const passage = hit.passage === undefined ? {} : { passage: hit.passage };
      return {
        claim,
        score,
        ...discountNames(hit, bytes),
        text,
        inFrontmatter,
        inConversation: bytes !== null && isConversation(bytes),
        ...passage,
      };
    }),
  );
  return found.filter((evidence) => evidence !== null);
}
