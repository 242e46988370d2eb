import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ChallengeItem, openMemory } from '@memora/engine';
import { type FaultyVault, TODAY } from './generate-vault.ts';
import { FAULT_KINDS, type FaultKind, type PlantedFault } from './plant.ts';

/** The score of one kind. */
export interface KindScore {
  readonly kind: FaultKind;
  readonly planted: { readonly tuned: number; readonly heldOut: number };
  readonly found: { readonly tuned: number; readonly heldOut: number };
  /** Items that no planted fault explains. */
  readonly falseItems: number;
  readonly items: number;
}

/** The scores, with the missed faults and the false findings. */
export interface ChallengerScore {
  readonly kinds: readonly KindScore[];
  readonly missed: readonly PlantedFault[];
  readonly falseItems: readonly ChallengeItem[];
}

/** Runs the challenger over the vault like a user without a model, and compares its findings with the planted faults. */
export async function scoreChallenger(vault: FaultyVault): Promise<ChallengerScore> {
  const folder = await mkdtemp(join(tmpdir(), 'memora-challenge-'));
  try {
    const root = join(folder, 'vault');
    await writeVault(root, vault);
    await using memory = await openMemory({
      vault: root,
      env: { MEMORA_CONFIG_DIR: join(folder, 'config') },
      now: () => TODAY,
    });
    await memory.index({ writeNotes: false });
    const { items } = await memory.challenge({ dryRun: true });
    const seen = await Promise.all(items.map((item) => readItem(item, memory)));
    return compare(seen, vault.faults);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface SeenItem {
  readonly item: ChallengeItem;
  readonly kind: FaultKind;
  readonly sentences: ReadonlySet<string>;
  readonly notes: ReadonlySet<string>;
}

async function readItem(
  item: ChallengeItem,
  memory: Awaited<ReturnType<typeof openMemory>>,
): Promise<SeenItem> {
  const claims = [...(await memory.claims.getClaims(item.claimIds)).values()];
  const texts = await memory.readSpans(claims);
  return {
    item,
    kind: kindOf(item),
    sentences: new Set(texts.filter((text) => text !== null)),
    notes: new Set([...claims.map(({ notePath }) => notePath), ...item.evidence.map(({ note }) => note)]),
  };
}

function kindOf({ kind, reason }: ChallengeItem): FaultKind {
  if (kind === 'contradiction') {
    if (reason === 'newer_source') return 'newer source';
    return reason === 'same_region' ? 'contradiction, same region' : 'contradiction, across regions';
  }
  if (kind === 'stale') return 'stale chain';
  if (kind === 'decision') return 'decision due';
  if (kind === 'open_question') return 'open question';
  if (kind === 'cross_region') return 'cross-region pattern';
  if (kind === 'failed_note') return 'failed note';
  if (reason === 'dangling_link') return 'dangling link';
  return reason === 'low_confidence' ? 'low-confidence ground' : 'single-claim subject';
}

function compare(seen: readonly SeenItem[], faults: readonly PlantedFault[]): ChallengerScore {
  const explains = (fault: PlantedFault, each: SeenItem) =>
    each.kind === fault.kind &&
    fault.sentences.every((sentence) => holds(each.sentences, sentence)) &&
    fault.notes.every((note) => each.notes.has(note));
  const found = new Set(faults.filter((fault) => seen.some((each) => explains(fault, each))));
  const falseItems = seen.filter((each) => !faults.some((fault) => explains(fault, each)));
  const count = (list: readonly PlantedFault[], split: PlantedFault['split']) =>
    list.filter((fault) => fault.split === split).length;
  const kinds = FAULT_KINDS.map((kind): KindScore => {
    const planted = faults.filter((fault) => fault.kind === kind);
    const hit = planted.filter((fault) => found.has(fault));
    return {
      kind,
      planted: { tuned: count(planted, 'tuned'), heldOut: count(planted, 'held out') },
      found: { tuned: count(hit, 'tuned'), heldOut: count(hit, 'held out') },
      falseItems: falseItems.filter((each) => each.kind === kind).length,
      items: seen.filter((each) => each.kind === kind).length,
    };
  });
  return {
    kinds,
    missed: faults.filter((fault) => !found.has(fault)),
    falseItems: falseItems.map(({ item }) => item),
  };
}

/** A planted paragraph of two sentences is found by its decisive sentence. */
function holds(texts: ReadonlySet<string>, sentence: string): boolean {
  return [...texts].some((text) => text === sentence || (text.length > 20 && sentence.includes(text)));
}

async function writeVault(root: string, { notes, tooLarge }: FaultyVault): Promise<void> {
  for (const [path, text] of notes) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  for (const path of tooLarge) {
    const file = await open(join(root, path), 'w');
    await file.truncate(17 * 1024 * 1024);
    await file.close();
  }
}
