import { normaliseTerm } from '@memora/core';
import type { ChallengeItem } from '../../challenge/challenger-report.ts';
import type { VaultFacts } from '../../review/vault-facts.ts';
import { chooseFacts, groupBySubject, type SubjectFacts } from '../choose-facts.ts';
import type { Region } from '../group-regions.ts';
import { composeProposals, proposeMoves } from '../propose-moves.ts';
import { composeSubjects, count } from './compose-atlas.ts';
import {
  composeContradictions,
  composeDecisions,
  composeQuestions,
  composeStale,
  composeSuperseded,
} from './compose-queues.ts';
import { composeFrontier, composeReview } from './compose-review.ts';
import { linkNote } from './link-note.ts';
import type { PageSection } from './page-section.ts';

const MOST = { subjects: 15, claims: 3, queue: 10 } as const;

/** The sections of `world_map.md`, Today's review first. */
export function composeWorldMap(
  facts: VaultFacts,
  regions: ReadonlyMap<string, Region>,
  items: readonly ChallengeItem[],
  atlasOf: (region: string) => string | null,
): PageSection[] {
  const find = (id: string) => facts.claimById.get(id as never);
  const told = chooseFacts(facts.claims);
  // A subject of a single note belongs to that note. The map shows subjects of several notes first, then the
  // rest.
  const names = namesOf(facts);
  const subjects = groupBySubject(told)
    .filter((subject) => isThing(subject, names))
    .sort((a, b) => spread(b.claims) - spread(a.claims));
  return [
    composeFigures(facts, regions, subjects.length),
    composeReview(items, find),
    composeRegions(regions, atlasOf),
    composeSubjects('subjects', subjects, MOST.subjects, MOST.claims),
    composeDecisions(facts.decisions, find, MOST.queue),
    composeSuperseded(facts.contradictions, MOST.queue),
    composeStale(facts.stale, find, MOST.queue),
    composeContradictions(facts.contradictions, MOST.queue),
    composeQuestions(facts.questions, MOST.queue),
    composeFrontier(items, find, MOST.queue),
    composeProposals(proposeMoves(regions.values())),
  ];
}

/** The titles of notes and the names in their first words, which readers navigate by. */
function namesOf({ notes }: VaultFacts): ReadonlySet<string> {
  return new Set(notes.flatMap(({ title }) => [title, title.split(' ', 1)[0] ?? '']).map(normaliseTerm));
}

/** A capitalised word that begins sentences in this many notes is a name. */
const ENOUGH = 3;

/**
 * A single word at the start of a sentence is not a thing unless a note has its name or several notes mention
 * it: "Keep showing up".
 */
function isThing({ name, claims }: SubjectFacts, names: ReadonlySet<string>): boolean {
  const isOnlyFirst = !name.includes(' ') && claims.every(({ object }) => object === null);
  return !isOnlyFirst || names.has(normaliseTerm(name)) || spread(claims) >= ENOUGH;
}

function spread(claims: readonly { readonly notePath: string }[]): number {
  return new Set(claims.map(({ notePath }) => notePath)).size;
}

function composeFigures(
  { notes, claims, secretNotes, contradictions, stale, questions, failures }: VaultFacts,
  regions: ReadonlyMap<string, Region>,
  subjects: number,
): PageSection {
  const contested = contradictions.filter(({ resolution }) => resolution === 'contested').length;
  const lines = [
    '[!abstract] Overview',
    [
      count(notes.length, 'note'),
      count(regions.size, 'region'),
      count(claims.length, 'claim'),
      count(subjects, 'subject'),
    ].join(' · '),
    [
      count(contested, 'contradiction'),
      count(stale.length, 'stale claim'),
      count(questions.length, 'open question'),
      ...(failures.length > 0 ? [`${count(failures.length, 'note')} not read`] : []),
      ...(secretNotes > 0 ? [`${count(secretNotes, 'secret note')} left out`] : []),
    ].join(' · '),
  ];
  return { name: 'overview', heading: null, intro: lines.map((line) => `> ${line}`).join('\n'), groups: [] };
}

/** Regions by number of claims, with claims per note as their density. */
function composeRegions(
  regions: ReadonlyMap<string, Region>,
  atlasOf: (region: string) => string | null,
): PageSection {
  const rows = [...regions.values()]
    .sort((a, b) => b.claims.length - a.claims.length || (a.name < b.name ? -1 : 1))
    .map(({ name, notes, claims, contradictions, stale, questions }) => {
      const path = atlasOf(name);
      // A vertical bar inside a table would end the cell.
      const link = path === null ? name : linkNote(path, name).replaceAll('|', '\\|');
      const density = (claims.length / Math.max(1, notes.length)).toFixed(1);
      const open = contradictions.filter(({ resolution }) => resolution === 'contested').length;
      return `| ${link} | ${notes.length} | ${claims.length} | ${density} | ${open} | ${stale.length} | ${questions.length} |`;
    });
  const head = [
    '| region | notes | claims | claims a note | contested | stale | questions |',
    '|---|---:|---:|---:|---:|---:|---:|',
  ];
  return {
    name: 'regions',
    heading: 'Regions',
    ...(rows.length === 0 ? {} : { intro: [...head, ...rows].join('\n') }),
    groups: [],
  };
}
