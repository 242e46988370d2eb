import type { Claim } from '@memora/claims';
import { compareText } from '@memora/core/internal';
import type { SubjectFacts } from '../choose-facts.ts';
import type { Region } from '../group-regions.ts';
import { pathIn } from '../pages/path-in.ts';
import {
  composeContradictions,
  composeDecisions,
  composeQuestions,
  composeStale,
  type FindClaim,
  linkClaim,
} from './compose-queues.ts';
import { linkNote } from './link-note.ts';
import { groupByNote, type PageSection, type QuoteGroup } from './page-section.ts';
import { toPageName } from './to-page-text.ts';

/** The parts of a region's atlas, in addition to the region. */
interface AtlasParts {
  readonly region: Region;
  readonly subjects: readonly SubjectFacts[];
  /** The claims that matter most, best first. */
  readonly key: readonly Claim[];
  readonly find: FindClaim;
  /** The path of each region's atlas. */
  readonly atlasOf: (region: string) => string | null;
  /** The path of the world map. */
  readonly worldMap: string;
}

const MOST = { key: 5, subjects: 60, claims: 12, queue: 30 } as const;

/** The sections of `_atlas.md`: overview, subjects, decisions, stale, contradictions, open questions. */
export function composeAtlas(parts: AtlasParts): PageSection[] {
  const { region, find } = parts;
  return [
    composeOverview(parts),
    composeSubjects('subjects', parts.subjects, MOST.subjects, MOST.claims),
    composeDecisions(region.decisions, find, MOST.queue),
    composeStale(region.stale, find, MOST.queue),
    composeContradictions(region.contradictions, MOST.queue),
    composeQuestions(region.questions, MOST.queue),
  ];
}

/** Subjects with their facts and the places of these. */
export function composeSubjects(
  name: string,
  subjects: readonly SubjectFacts[],
  most: number,
  mostClaims: number,
): PageSection {
  const groups = subjects.slice(0, most).map((subject): QuoteGroup => {
    const shown = subject.claims.slice(0, mostClaims);
    const hidden = subject.claims.length - shown.length;
    const sources = [...new Set(subject.claims.map(linkClaim))].slice(0, 6).join(' · ');
    return {
      lead: `### ${toPageName(subject.name) || 'Without a name'}`,
      quotes: shown.map((claim) => ({ claim })),
      trail: hidden > 0 ? `${hidden} more in ${sources}` : sources,
    };
  });
  const left = subjects.length - most;
  return {
    name,
    heading: 'Subjects',
    groups,
    ...(left > 0 ? { outro: `… and ${left} more subject${left === 1 ? '' : 's'}.` } : {}),
  };
}

function composeOverview({ region, subjects, key, atlasOf, worldMap }: AtlasParts): PageSection {
  const { notes, claims, contradictions, stale, questions } = region;
  const contested = contradictions.filter(({ resolution }) => resolution === 'contested').length;
  const figures = [
    count(notes.length, 'note'),
    count(claims.length, 'claim'),
    count(subjects.length, 'subject'),
    ...(contested > 0 ? [count(contested, 'contradiction')] : []),
    ...(stale.length > 0 ? [count(stale.length, 'stale claim')] : []),
    ...(questions.length > 0 ? [count(questions.length, 'open question')] : []),
  ].join(' · ');
  const below = region.below.flatMap((name) => {
    const path = atlasOf(name);
    return path === null ? [] : [linkNote(path, name)];
  });
  const lines = [
    `[!abstract] ${toPageName(region.name)}`,
    figures,
    `Notes: ${linkNote(pathIn(region.folder, '_index.md'), 'index')} · Vault: ${linkNote(worldMap, 'world map')}`,
    ...(below.length > 0 ? [`Below: ${below.sort(compareText).join(' · ')}`] : []),
  ];
  return {
    name: 'overview',
    heading: null,
    intro: lines.map((line) => `> ${line}`).join('\n'),
    groups: groupByNote(key.slice(0, MOST.key), linkClaim),
  };
}

/** `1 note`, `2 notes`. */
export function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
