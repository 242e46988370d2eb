import { type VerificationReport, verifyCitations } from '@memora/validator';
import { judgeSentences } from '../maintain/judge-sentences.ts';
import { type WordingPorts, wordClaims } from '../maintain/word-claims.ts';
import type { VaultFacts } from '../review/vault-facts.ts';
import { chooseAcross, countDependents } from './choose-facts.ts';
import type { PageSection } from './compose/page-section.ts';
import { toPageName } from './compose/to-page-text.ts';
import type { Region } from './group-regions.ts';
import { readBlocks } from './pages/merge-blocks.ts';
import { pathIn } from './pages/path-in.ts';

/** Nothing of the notes is in it, and no name of a folder. */
const TASK =
  'Write an overview of these notes in three to five sentences: a summary is what is asked for here. What are they about, what was decided or has changed last, what is still open? Name people and things by their names, let each sentence bring together what several passages say, and cite them all.';
/** Claims that a model is shown of a region. */
const MOST_CLAIMS = 40;

/**
 * What a model makes of a region, every sentence cited and verified, and none that the judge doubts; nothing if nothing of it stands. A line
 * says who judged. What it wrote about a region that has not changed since is taken from the page, verified again, and not asked for twice.
 */
export async function writeProse(
  region: Region,
  facts: Pick<VaultFacts, 'dependencies'>,
  signal: AbortSignal | undefined,
  ports: WordingPorts,
): Promise<PageSection[]> {
  const stamp = region.digest.slice(0, 16);
  const kept = await readKeptProse(region, stamp, ports);
  const { text, judged } = kept ?? (await askForProse(region, facts, signal, ports));
  return text === '' ? [] : [{ name: 'prose', heading: null, intro: text, groups: [], outro: judged, stamp }];
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
): Promise<Prose> {
  const claims = chooseAcross(region.claims, countDependents(facts), MOST_CLAIMS);
  const worded = await wordClaims(TASK, claims, signal, ports);
  const ids = claims.map(({ id }) => id);
  const { sentences, judge, unjudged } = await judgeSentences(worded, ids, signal, ports);
  const open = unjudged === 0 ? '' : ` It said nothing of ${unjudged} of them.`;
  const judged =
    judge === null
      ? '*Every sentence is cited. No judge is set: nobody has judged them.*'
      : `*Every sentence is cited, and judged by ${toPageName(judge)}.${open}*`;
  return { text: sentences.join(' '), judged };
}

async function readKeptProse(
  region: Region,
  stamp: string,
  { claims, sources }: WordingPorts,
): Promise<Prose | null> {
  const page = await sources(pathIn(region.folder, '_atlas.md'));
  const block = page === null ? undefined : readBlocks(page).find(({ name }) => name === 'prose');
  if (block?.stamp !== stamp) return null;
  const [text = '', judged] = Buffer.from(block.raw, 'latin1').toString('utf8').trim().split('\n\n');
  if (judged === undefined || !isAllVerified(await verifyCitations(text, { claims, sources }))) return null;
  return { text, judged };
}

function isAllVerified({ verdict, checks }: VerificationReport): boolean {
  return verdict === 'verified' && checks.every(({ status }) => status === 'verified');
}
