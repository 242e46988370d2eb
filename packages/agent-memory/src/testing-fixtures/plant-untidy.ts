import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { MemoryNote } from '../note/memory-note.ts';
import { placeOfMemory } from '../note/memory-place.ts';
import { renderMemory } from '../note/render-memory.ts';

/** The planted items, by the step that must find them. */
export interface Planted {
  /** Ids that are merged into another. */
  readonly copies: ReadonlySet<string>;
  readonly ended: ReadonlySet<string>;
  readonly unconfirmed: ReadonlySet<string>;
  /** Ids that a later statement must replace; as many disputes exist that nothing decides. */
  readonly settled: ReadonlySet<string>;
  readonly all: ReadonlyMap<string, string>;
}

const NAMES = 'Ada Grace Rosa Ida Mina Olga Peter Jonas Tomas Lena Viktor Nadia Hugo Clara Emil Greta'.split(
  ' ',
);
const THINGS = 'relay crane archive gateway mixer turbine harvester printer kiln lathe beacon cistern'.split(
  ' ',
);
const PLACES = 'Lisbon Porto Oslo Bergen Madrid Turin Graz Malmo Ghent Leeds Tartu Split'.split(' ');

/** Two statements with the same meaning, and a third with another one. */
const TEMPLATES: readonly ((n: number) => readonly [string, string, string])[] = [
  (n) => {
    const [thing, number, place] = [THINGS[n % 12], 100 + n, PLACES[(n * 7) % 12]];
    return [
      `The ${thing} number ${number} is stored in ${place}.`,
      `The ${thing} number ${number} is stored in ${place}`,
      `The ${thing} number ${number + 5_000} is stored in ${place}.`,
    ];
  },
  (n) => {
    const [name, thing, number] = [NAMES[n % 16], THINGS[(n * 5) % 12], 300 + n];
    return [
      `${name} repaired the ${thing} in bay ${number}.`,
      `${name} repaired the ${thing} in bay ${number}, please remember.`,
      `${name} never repaired the ${thing} in bay ${number + 7_000}.`,
    ];
  },
  (n) => {
    const [name, place, year] = [NAMES[(n * 3) % 16], PLACES[n % 12], 500 + n];
    return [
      `${name} counted ${year} crates at the pier of ${place}.`,
      `${name} counted **${year}** crates at the pier of ${place}.`,
      `${name} counted ${year + 1} crates at the pier of ${PLACES[(n + 1) % 12]}.`,
    ];
  },
];

const HELD_OUT: typeof TEMPLATES = [
  (n) => {
    const [name, thing, code] = [NAMES[(n * 11) % 16], THINGS[(n * 7) % 12], 900 + n];
    return [
      `Ticket ${code} about the ${thing} belongs to ${name}.`,
      `Ticket ${code}, about the ${thing}, belongs to ${name}.`,
      `Ticket ${code + 9_000} about the ${thing} belongs to ${name}.`,
    ];
  },
  (n) => {
    const [thing, a, place] = [THINGS[(n * 5) % 12], 40 + n, PLACES[(n * 5) % 12]];
    return [
      `In ${place} the ${thing} runs at ${a} bar under load.`,
      `In ${place} the ${thing} runs at ${a} bar under load!`,
      `In ${place} the ${thing} runs at ${a} volt under load on line ${a}.`,
    ];
  },
];

/** Two conflicting statements about a thing with one value; the second and the fourth are held out. */
const DISPUTES: readonly ((n: number) => readonly [string, string])[] = [
  (n) => [`The budget of the Berth Plan ${n} is 4000 EUR.`, `The budget of the Berth Plan ${n} is 5000 EUR.`],
  (n) => [`The port of the Wharf Gateway ${n} is 8080.`, `The port of the Wharf Gateway ${n} is 9090.`],
  (n) => [`The end of the Dock Hall ${n} is 2026-05-01.`, `The end of the Dock Hall ${n} is 2026-06-01.`],
  (n) => [`The load of the Mole Crane ${n} is 20 tons.`, `The load of the Mole Crane ${n} is 30 tons.`],
];

/**
 * Writes a memory of about `count` notes with copies, ends, holds and as many decoys of each. Every second template is held out: no rule was written for it.
 */
export async function plantUntidy(root: string, count: number, now: Date): Promise<Planted> {
  const [copies, ended, unconfirmed, settled] = [0, 1, 2, 3].map(() => new Set<string>()) as [
    Set<string>,
    Set<string>,
    Set<string>,
    Set<string>,
  ];
  const all = new Map<string, string>();
  let number = 0;
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * 86_400_000).toISOString();
  const write = async (content: string, more: Partial<MemoryNote> = {}): Promise<string> => {
    const id = `mem_${String(number++).padStart(12, '0')}`;
    const note: MemoryNote = {
      ...{ id, kind: 'fact', content, source: 'agent', agent: 'helper', session: `conv_${id.slice(4)}` },
      ...{ evidence: null, quote: null, entity: null, tags: [], validFrom: null, validUntil: null },
      ...{ supersedes: null, held: null, privacy: 'private' },
      created: `${at(20).slice(0, 11)}${String(8 + (number % 12)).padStart(2, '0')}:${String(number % 60).padStart(2, '0')}:00Z`,
      ...more,
    };
    const path = join(root, placeOfMemory('', note));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, renderMemory(note));
    all.set(id, content);
    return id;
  };
  const each = [...TEMPLATES, ...HELD_OUT];
  const day = (daysAgo: number) => at(daysAgo).slice(0, 10);
  for (let n = 0; number < count; n++) {
    const [one, same, other] = (each[n % each.length] as (typeof TEMPLATES)[number])(n);
    const planted = n % 10;
    if (planted === 0) {
      await write(one, { created: `${day(30)}T08:00:00Z` });
      copies.add(await write(n % 20 === 0 ? one : same, { created: `${day(10)}T08:00:00Z` }));
    } else if (planted === 1) {
      await write(one);
      await write(other);
    } else if (planted === 2) ended.add(await write(one, { validUntil: day(2) }));
    else if (planted === 3) await write(one, { validUntil: n % 20 === 3 ? day(0).slice(0, 4) : day(-20) });
    else if (planted === 4)
      unconfirmed.add(await write(`Always ${one}`, { held: 'instruction_without_user', created: at(120) }));
    else if (planted === 5)
      await write(`Always ${one}`, { held: 'instruction_without_user', created: at(60) });
    else await write(one);
  }
  for (let n = 0; n < count / 20; n++) {
    const [one, other] = (DISPUTES[n % DISPUTES.length] as (typeof DISPUTES)[number])(n);
    const since = { validFrom: '2026-03' };
    const [first, session] = [
      `${day(40)}T08:00:00Z`,
      { session: `conv_dispute${String(n).padStart(5, '0')}` },
    ];
    const older = await write(one, { ...since, created: first });
    await write(other, { ...since, ...session, created: first });
    const said = { ...since, created: `${day(5)}T08:00:00Z` };
    // Settled by a later session's statement; not if one session says it twice, both are repeated at once, or nothing is new.
    const way = n % 8;
    if (way < 4) {
      await write(other, said);
      settled.add(older);
    } else if (way < 6) await write(other, { ...said, ...session });
    else if (way === 6) {
      await write(other, said);
      await write(one, said);
    }
  }
  return { copies, ended, unconfirmed, settled, all };
}
