import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normaliseTerm } from '@memora/core';
import { type ParsedNote, parseNote, type Segment } from '@memora/vault';
import { toPlainText } from '@memora/vault/internal';
import type { ExtractedClaim, Extraction } from '../model/extractor.ts';

/** A hand label; `fixtures/extraction-study/README.md` describes the fields. */
export interface SegmentLabel {
  readonly id: number;
  readonly split: 'dev' | 'held-out';
  readonly vault: string;
  readonly path: string;
  readonly span: readonly [number, number];
  readonly factual: boolean;
  readonly assertion: string;
  readonly triples?: readonly (readonly LabelTriple[])[];
  readonly allowed?: readonly (readonly LabelTriple[])[];
  readonly cells?: 'asked' | 'allowed';
}

/** Each part is text, `@` for the topic, or a range of the segment's text. */
type LabelTriple = readonly (string | readonly [number, number])[];

/** Counts of one split; `mistakes` are for a person to read. */
export interface ExtractionScore {
  readonly segments: number;
  readonly tripleCount: number;
  readonly rightTriples: number;
  readonly wantedTriples: number;
  readonly foundTriples: number;
  readonly factual: number;
  readonly claimed: number;
  readonly wrongAssertions: number;
  readonly gatedOfOthers: number;
  readonly mistakes: readonly string[];
}

/** Measures an extraction against the labels of one split. Labels of segments that are split differently now are matched by overlap. */
export function scoreExtraction(
  labels: readonly SegmentLabel[],
  vaultsFolder: string,
  extract: (note: ParsedNote, bytes: Uint8Array) => Extraction,
): ExtractionScore {
  const total = {
    segments: 0,
    tripleCount: 0,
    rightTriples: 0,
    wantedTriples: 0,
    foundTriples: 0,
    factual: 0,
    claimed: 0,
    wrongAssertions: 0,
    gatedOfOthers: 0,
  };
  const mistakes: string[] = [];
  for (const label of labels) {
    const bytes = readFileSync(join(vaultsFolder, label.vault, label.path));
    const note = parseNote(bytes, { path: label.path });
    const index = findSegment(note, label);
    if (index < 0) {
      mistakes.push(`#${label.id} no such segment any more`);
      continue;
    }
    const segment = note.segments[index] as Segment;
    const claims = extract(note, bytes).claims.filter((claim) => claim.segment === index);
    const asserted = claims.filter((claim) => claim.object !== null && claim.assertion === 'asserted');
    const wanted = wantedFacts(label, segment);
    const allowed = allowedFacts(label, segment);
    total.segments++;
    total.wantedTriples += wanted.length;
    total.tripleCount += asserted.length;
    for (const claim of asserted) {
      if ([...wanted, ...allowed].some((fact) => matches(fact, claim, note, segment))) total.rightTriples++;
      else mistakes.push(`#${label.id} wrong: ${claim.subject} | ${claim.predicate} | ${claim.object}`);
    }
    for (const fact of wanted) {
      if (asserted.some((claim) => matches(fact, claim, note, segment))) total.foundTriples++;
      else mistakes.push(`#${label.id} missed: ${fact[0]?.join(' | ')}`);
    }
    if (label.factual) {
      total.factual++;
      if (claims.length > 0) total.claimed++;
      else mistakes.push(`#${label.id} not claimed`);
    } else if (claims.length === 0) total.gatedOfOthers++;
    else mistakes.push(`#${label.id} claimed, no fact`);
    const wrong = claims.find((claim) => label.factual && claim.assertion !== label.assertion);
    if (wrong !== undefined) {
      total.wrongAssertions++;
      mistakes.push(`#${label.id} ${wrong.assertion} instead of ${label.assertion}`);
    }
  }
  return { ...total, mistakes };
}

/** Returns the index of a label's segment; negative if the note no longer has a similar one. */
export function findSegment(note: ParsedNote, label: SegmentLabel): number {
  const [start, end] = label.span;
  const exact = note.segments.findIndex((s) => s.span.start === start && s.span.end === end);
  if (exact >= 0) return exact;
  return note.segments.findIndex(
    (s) => (Math.min(end, s.span.end) - Math.max(start, s.span.start)) * 2 > end - start,
  );
}

type Fact = readonly (readonly string[])[];

function wantedFacts(label: SegmentLabel, segment: Segment): Fact[] {
  const facts = (label.triples ?? []).map((fact) => resolveFact(fact, segment));
  return label.cells === 'asked' ? [...facts, ...cellFacts(segment)] : facts;
}

function allowedFacts(label: SegmentLabel, segment: Segment): Fact[] {
  const facts = (label.allowed ?? []).map((fact) => resolveFact(fact, segment));
  return label.cells === 'allowed' ? [...facts, ...cellFacts(segment)] : facts;
}

function cellFacts(segment: Segment): Fact[] {
  const [first, ...others] = segment.cells ?? [];
  return others.flatMap((cell, i) => {
    const header = segment.header?.[i + 1] ?? '';
    return first === undefined || cell.text === '' || header === ''
      ? []
      : [[[first.text, header, cell.text]]];
  });
}

function resolveFact(fact: readonly LabelTriple[], segment: Segment): Fact {
  return fact.map((triple) =>
    triple.map((part) => (typeof part === 'string' ? part : segment.text.slice(part[0], part[1]))),
  );
}

function matches(fact: Fact, claim: ExtractedClaim, note: ParsedNote, segment: Segment): boolean {
  const topics = [note.title, ...segment.headingPath].map(comparable);
  return fact.some(([subject = '', predicate = '', object = '']) => {
    const said = comparable(claim.subject);
    const isSubject = subject === '@' ? topics.includes(said) : comparable(subject) === said;
    return (
      isSubject && comparable(`${predicate} ${object}`) === comparable(`${claim.predicate} ${claim.object}`)
    );
  });
}

function comparable(text: string): string {
  return normaliseTerm(toPlainText(text).replace(/["*_`]|^- /gu, ' '))
    .replace(/[.。]$/u, '')
    .trim();
}
