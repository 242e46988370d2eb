import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A statement to remember, and its subject. */
export interface RecallFact {
  readonly id: string;
  readonly content: string;
  readonly entity: string;
  readonly tags: readonly string[];
}

const PARTS =
  'relay archive gateway scheduler printer ledger sensor mirror cache builder mailer beacon pump valve crane lock'.split(
    ' ',
  );
const NAMES =
  'Harbor Lantern Quill Ember Larch Onyx Tide Vesper Willow Zephyr Cedar Falcon Garnet Juniper Maple Orchid Pebble Raven Sable Thistle'.split(
    ' ',
  );
const PLACES =
  'Lisbon Porto Oslo Bergen Turin Graz Ghent Leeds Cork Malmo Tartu Riga Basel Genoa Lyon Nantes Split Zadar Brno Gdansk'.split(
    ' ',
  );
const SAYINGS: readonly ((part: string, owner: string, place: string, number: number) => string)[] = [
  (part, owner, place) => `The ${part} of ${owner} runs in ${place}.`,
  (part, owner, _, number) => `The ${part} of ${owner} listens on port ${2000 + (number % 60_000)}.`,
  (part, owner, place, number) =>
    `${owner} moved its ${part} to ${place} on 20${10 + (number % 16)}-0${1 + (number % 9)}-1${number % 9}.`,
  (part, owner, place) => `The team in ${place} looks after the ${part} of ${owner}.`,
  (part, owner, _, number) => `The ${part} of ${owner} needs ${(number % 90) + 4} GB of memory.`,
];

/** The `i`th fact of a store; each is about a different thing. */
export function recallFact(i: number): RecallFact {
  const part = PARTS[i % PARTS.length] as string;
  const name = NAMES[Math.floor(i / PARTS.length) % NAMES.length] as string;
  const round = Math.floor(i / (PARTS.length * NAMES.length));
  const owner = round === 0 ? name : `${name}-${round}`;
  const say = SAYINGS[(i * 7) % SAYINGS.length] as (typeof SAYINGS)[number];
  const content = say(part, owner, PLACES[(i * 13) % PLACES.length] as string, i * 31);
  return { id: `mem_${i.toString(36).padStart(12, '0')}`, content, entity: owner, tags: [part] };
}

/** Asks for a fact in other words than its own. */
export function questionOf(fact: RecallFact): string {
  return `What do we know about the ${fact.tags[0]} of ${fact.entity}?`;
}

/** The path of a fact's note in its vault. */
export function placeOfFact({ id, entity }: RecallFact): string {
  return `semantic/memory/${entity.toLowerCase()}/fact-${id.slice(4)}.md`;
}

/** Writes facts into a vault as the notes that saving them would create. */
export async function writeFacts(vault: string, facts: readonly RecallFact[]): Promise<void> {
  for (const fact of facts) {
    const { id, content, entity, tags } = fact;
    const path = join(vault, placeOfFact(fact));
    await mkdir(dirname(path), { recursive: true });
    const head = [
      `id: ${id}`,
      'type: semantic',
      'kind: fact',
      'source: agent',
      'agent: "bench"',
      'session: "conv_0123456789ab"',
      `entity: "${entity}"`,
      `tags: [${tags.map((tag) => `"${tag}"`).join(', ')}]`,
      'privacy: private',
      'created: 2026-02-01T09:00:00Z',
    ];
    await writeFile(path, `---\n${head.join('\n')}\n---\n${content}\n`);
  }
}
