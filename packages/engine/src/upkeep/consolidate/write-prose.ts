import { type VerificationReport, verifyCitations } from '@memora/validator';
import { type JudgedSentences, judgeSentences } from '../maintain/judge-sentences.ts';
import { type WordingPorts, wordClaims } from '../maintain/word-claims.ts';
import type { VaultFacts } from '../review/vault-facts.ts';
import { chooseAcross, countDependents } from './choose-facts.ts';
import type { PageSection } from './compose/page-section.ts';
import { toPageName } from './compose/to-page-text.ts';
import type { Region } from './group-regions.ts';
import { readBlocks } from './pages/merge-blocks.ts';
import { pathIn } from './pages/path-in.ts';

/** It contains no text of notes, and no name of a folder. */
const TASK =
  'Write an overview of these notes in three to five sentences: a summary is what is asked for here. What are they about, what was decided or has changed last, what is still open? Name people and things by their names, let each sentence bring together what several passages say, and cite them all.';
/** Maximum number of a region's claims that a model is shown. */
const MOST_CLAIMS = 40;

/**
 * A model's prose about a region. Every sentence is cited and verified, and none is doubted by the judge;
 * empty if no sentence passes. A line names the judge. Prose about an unchanged region is taken from the page
 * without a request. It is verified and judged again, because anybody may have edited it, and a judge that
 * was down may be back.
 */
export async function writeProse(
  region: Region,
  facts: Pick<VaultFacts, 'dependencies'>,
  signal: AbortSignal | undefined,
  ports: WordingPorts,
): Promise<PageSection[]> {
  const stamp = region.digest.slice(0, 16);
  const kept = await readKeptProse(region, stamp, ports);
  const again = kept === null ? null : await judgeProse(kept, region.claims, signal, ports);
  const prose = again ?? (await askForProse(region, facts, signal, ports));
  return prose === null
    ? []
    : [{ name: 'prose', heading: null, intro: prose.text, groups: [], outro: prose.judged, stamp }];
}

interface Prose {
  readonly text: string;
  /** Who judged it. */
  readonly judged: string;
}

async function askForProse(
  region: Region,
  facts: Pick<VaultFacts, 'dependencies'>,
  signal: AbortSignal | undefined,
  ports: WordingPorts,
): Promise<Prose | null> {
  const claims = chooseAcross(region.claims, countDependents(facts), MOST_CLAIMS);
  return judgeProse(await wordClaims(TASK, claims, signal, ports), claims, signal, ports);
}

/** Null if no sentence passes. */
async function judgeProse(
  worded: readonly string[],
  claims: Region['claims'],
  signal: AbortSignal | undefined,
  ports: WordingPorts,
): Promise<Prose | null> {
  const ids = claims.map(({ id }) => id);
  const read = await judgeSentences(worded, ids, signal, ports);
  const { sentences } = read;
  return sentences.length === 0
    ? null
    : { text: sentences.join(' '), judged: `*Every sentence is cited. ${sayWhoJudged(read)}*` };
}

function sayWhoJudged({ sentences, judge, judged, unjudged }: JudgedSentences): string {
  const all = sentences.length;
  if (judge === null) return 'No judge is set: nobody has judged them.';
  const name = toPageName(judge);
  if (judged === all) return `Judged by ${name}.`;
  const own = all - judged - unjudged;
  return [
    judged > 0 && `Judged by ${name}: ${judged} of ${all}.`,
    unjudged > 0 && `Not judged: ${unjudged} of ${all}.`,
    own > 0 && `In the words of a note: ${own} of ${all}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * The sentences on the page; null if they belong to another state of the region, or if not all of them
 * verify.
 */
async function readKeptProse(
  region: Region,
  stamp: string,
  { claims, sources }: WordingPorts,
): Promise<string[] | null> {
  const page = await sources(pathIn(region.folder, '_atlas.md'));
  const block = page === null ? undefined : readBlocks(page).find(({ name }) => name === 'prose');
  if (block?.stamp !== stamp) return null;
  const prose = Buffer.from(block.raw, 'latin1').toString('utf8').replaceAll('\r\n', '\n').trim();
  const [text = ''] = prose.split('\n\n');
  const report = await verifyCitations(text, { claims, sources });
  if (!isAllVerified(report)) return null;
  const sentences = report.statements.map((statement) => statement.text.trim());
  return sentences.join(' ') === text ? sentences : null;
}

function isAllVerified({ verdict, checks }: VerificationReport): boolean {
  return verdict === 'verified' && checks.every(({ status }) => status === 'verified');
}
