import type { Claim } from '@memora/claims';
import type { HitPassage } from '@memora/retrieval';
import { groupByPassage } from '../units/group-by-passage.ts';
import type { FoundPassage } from '../units/unit.ts';
import type { Evidence } from './evidence.ts';

/** What reading passages needs of an open memory. */
export interface PassagePorts {
  /** The claims in each passage that may be shown, by its key. */
  readonly claimsIn: (passages: readonly HitPassage[]) => Promise<ReadonlyMap<number, readonly Claim[]>>;
  /** The text of a claim's span as it is on disk; null where it is gone or has become secret. */
  readonly readSpan: (claim: Claim) => Promise<string | null>;
}

/** Passages beyond these are told by what was found of them alone. */
const MOST_PASSAGES = 6;
/** Of a longer passage, in bytes, what was found is told alone. */
const MOST_BYTES = 1_200;

/**
 * What was found, passage by passage, the best first, with the other claims of each in the order of the note: a sentence says what it means beside its neighbours.
 * What several claims are taken from is there once. `changed` are notes of which the headings may be other ones by now. No secret claim is added.
 */
export async function readWholePassages(
  evidence: readonly Evidence[],
  changed: ReadonlySet<string>,
  { claimsIn, readSpan }: PassagePorts,
): Promise<Evidence[]> {
  const groups = groupByPassage(evidence);
  const whole = groups.filter(isReadWhole).slice(0, MOST_PASSAGES);
  const claimsByPassage = await claimsIn(whole.flatMap(({ passage }) => passage ?? []));
  const read = await Promise.all(
    groups.map(async (group) => {
      const others = whole.includes(group) ? (claimsByPassage.get(group.passage?.key ?? -1) ?? []) : [];
      const headings = changed.has(group.notePath) ? [] : group.headingPath;
      const told = [...group.evidence];
      for (const claim of others) {
        if (claim.band === 'secret' || told.some((each) => overlaps(each.claim, claim))) continue;
        const text = await readSpan(claim);
        if (text !== null) told.push(beside(group, claim, text));
      }
      return told
        .filter((each, i) => !told.slice(0, i).some((before) => saysTheSame(before.claim, each.claim)))
        .map((each) => ({ ...each, headings }))
        .sort((a, b) => a.claim.span.start - b.claim.span.start);
    }),
  );
  return read.flat();
}

function isReadWhole({ passage, evidence }: FoundPassage): boolean {
  return (
    passage !== null &&
    passage.span.end - passage.span.start <= MOST_BYTES &&
    evidence.every(({ claim }) => claim.band !== 'secret')
  );
}

function overlaps(a: Claim, b: Claim): boolean {
  return a.span.start < b.span.end && b.span.start < a.span.end;
}

/** Two claims that were taken from the same words and hold for the same time. */
function saysTheSame(a: Claim, b: Claim): boolean {
  return (
    a.notePath === b.notePath &&
    a.span.start === b.span.start &&
    a.span.end === b.span.end &&
    a.validFrom === b.validFrom &&
    a.validUntil === b.validUntil &&
    a.status === b.status &&
    a.assertion === b.assertion
  );
}

function beside({ score, passage }: FoundPassage, claim: Claim, text: string): Evidence {
  const found = passage === null ? {} : { passage };
  return { claim, score, coverage: 0, ownCoverage: 0, words: [], text, inFrontmatter: false, ...found };
}
