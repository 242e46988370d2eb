import { listFolder, memoraPlace, removeFile } from '@memora/privacy/files';
import { toChallengerJson } from '../../json/to-maintenance-json.ts';
import { CHALLENGER_FOLDER, CHALLENGER_RUN, LAST_CHALLENGER } from '../../privacy/names-of-ours.ts';
import { writePrivateFile } from '../consolidate/pages/private-file.ts';
import type { VaultFacts } from '../review/vault-facts.ts';
import {
  CHALLENGE_KINDS,
  type ChallengeItem,
  type ChallengeKind,
  type ChallengeOptions,
  type ChallengerReport,
} from './challenger-report.ts';

/** The dependencies of challenging. */
interface ChallengeMemoryPorts {
  readonly vaultRoot: string;
  readonly now: () => Date;
  readonly readFacts: () => Promise<VaultFacts>;
  readonly challenge: (facts: VaultFacts, dryRun: boolean) => Promise<readonly ChallengeItem[]>;
}

/** Reports of earlier runs that are kept. */
const HISTORY = 30;

/** Looks for things that need attention, and keeps the report as `.memora/last_challenger.json` and in the history next to it. */
export async function challengeMemory(
  options: ChallengeOptions,
  ports: ChallengeMemoryPorts,
): Promise<ChallengerReport> {
  const dryRun = options.dryRun === true || options.region !== undefined;
  const facts = await ports.readFacts();
  options.signal?.throwIfAborted();
  const all = await ports.challenge(facts, dryRun);
  const items = all.filter((item) => isAbout(item, options.region, facts));
  const report = toReport(items, ports.now());
  // A report about only a part of the vault is not stored.
  if (!dryRun) await keepReport(ports.vaultRoot, report);
  return report;
}

function toReport(items: readonly ChallengeItem[], now: Date): ChallengerReport {
  const open = items.filter(({ acknowledged }) => !acknowledged);
  const counts = Object.fromEntries(
    CHALLENGE_KINDS.map((kind) => [kind, open.filter((item) => item.kind === kind).length]),
  ) as Record<ChallengeKind, number>;
  return {
    generatedAt: now.toISOString(),
    items,
    counts,
    acknowledged: items.length - open.length,
  };
}

function isAbout(item: ChallengeItem, region: string | undefined, { claimById, notes }: VaultFacts): boolean {
  if (region === undefined) return true;
  const regionOf = new Map(notes.map((note) => [note.path, note.region]));
  const regions = [
    ...item.claimIds.map((id) => claimById.get(id)?.region),
    ...item.evidence.map(({ note }) => regionOf.get(note)),
  ];
  return regions.some((name) => name === region || name?.startsWith(`${region}/`) === true);
}

async function keepReport(vaultRoot: string, report: ChallengerReport): Promise<void> {
  const text = `${JSON.stringify(toChallengerJson(report), null, 2)}\n`;
  await writePrivateFile(
    vaultRoot,
    [CHALLENGER_FOLDER, `${report.generatedAt.replaceAll(':', '-')}.json`],
    text,
  );
  await writePrivateFile(vaultRoot, [LAST_CHALLENGER], text);
  const kept = listFolder(memoraPlace(vaultRoot, CHALLENGER_FOLDER))
    .map(({ name }) => name)
    .filter((name) => CHALLENGER_RUN.test(name))
    .sort();
  for (const name of kept.slice(0, -HISTORY)) removeFile(memoraPlace(vaultRoot, CHALLENGER_FOLDER, name));
}
