import type { CrashPlace } from './open-crash-place.ts';

/** A writing command, killed. */
export interface CrashCase {
  readonly name: string;
  /** Brings the indexed vault into the state in which the command starts. */
  readonly prepare?: (place: CrashPlace) => Promise<void> | void;
  /** The command; it may need ids. */
  readonly argv: (place: CrashPlace) => Promise<readonly string[]> | readonly string[];
  readonly stdin?: string;
  /** Run while it watches. */
  readonly during?: (place: CrashPlace) => void;
  /** What repairs beside `index`; the same command again unless told. */
  readonly again?: 'same' | 'index';
  /** True where the first run, or what came before it, takes {@link SOON_SECRET} out of everything but the notes. */
  readonly hides?: true;
  /** True for one that is near another: `MEMORA_TEST_WHOLE=1` and `scripts/crash-matrix.ts` kill it too. */
  readonly isNear?: true;
  /** Exit codes of the second run that say plainly that there is nothing left to do. */
  readonly fine?: readonly number[];
}

/** Becomes secret in the cases that mark it. */
export const SOON_SECRET = 'heliotrope';
/** Is secret from the beginning. */
export const SECRET = 'quetzalcoatl';
/** Is captured as secret. */
export const CAPTURED_SECRET = 'obsidianite';

export const NOTES: Readonly<Record<string, string>> = {
  'plant/pump.md': `---\nid: pump\ndate: 2025-05-01\n---\n# Pump\n\nThe pump runs at 40 bar.\n\nbuoy interval:: 60 seconds\n\n<!--privacy:secret-->The safe opens with ${SECRET}.<!--/privacy-->\n`,
  'plant/pump-2026.md':
    '---\ndate: 2025-05-01\n---\n# Pump\n\nbuoy interval:: 30 seconds\n\nDecision: we buy a second pump.\n',
  'people/ida.md': `---\nprivacy: public\n---\n# Ida\n\nIda leads the project. Ida lives in Oslo. Ida likes ${SOON_SECRET}.\n`,
  'people/bo.md': '# Bo\n\nBo reports to Ida. Bo lives in Bergen.\n',
};

const markIda = (place: CrashPlace) =>
  place.write(
    'people/ida.md',
    (NOTES['people/ida.md'] ?? '').replace(/Ida likes \w+\./, '<!--privacy:secret-->$&<!--/privacy-->'),
  );

async function idOf(place: CrashPlace, words: string): Promise<string> {
  const { stdout } = await place.run(['claims', 'list', '--reveal', '--json']);
  const { claims } = JSON.parse(stdout) as { claims: { claim_id: string; source_text: string | null }[] };
  const found = claims.find(({ source_text }) => source_text?.includes(words));
  if (found === undefined) throw new Error(`no claim says ${words}`);
  return found.claim_id;
}

async function conflict(place: CrashPlace): Promise<{ readonly id: string; readonly winner: string }> {
  const { stdout } = await place.run(['contradictions', '--json']);
  const [first] = (JSON.parse(stdout) as { contradictions: { id: string; newer: { claim_id: string } }[] })
    .contradictions;
  return { id: first?.id ?? '', winner: first?.newer.claim_id ?? '' };
}

const fresh = (place: CrashPlace) => place.remove('.memora');

const edit = (place: CrashPlace) => {
  markIda(place);
  place.remove('people/bo.md');
  place.write('people/cy.md', '# Cy\n\nCy lives in Bodø. Cy reports to Ida.\n');
  place.write('plant/pump.md', (NOTES['plant/pump.md'] ?? '').replace('40 bar', '45 bar'));
};

const ENCRYPTED = '[privacy]\nencrypt_database = true\n';
const settings = (place: CrashPlace, text: string) => place.write('../config/config.toml', text);

/** A chat whose second turn is to go, in the index and in a backup of it. */
const haveChatted = async (place: CrashPlace) => {
  const chat = [
    { role: 'user', content: 'The crane lifts 12 tons.' },
    { role: 'user', content: `The crane is made of ${CAPTURED_SECRET}. The crane was painted in Bergen.` },
  ];
  await place.run(['conversations', 'import', '-'], JSON.stringify(chat));
  await place.run(['index']);
  await place.run(['backup', 'copy.db']);
};

async function chatOf(place: CrashPlace): Promise<string> {
  const { stdout } = await place.run(['conversations', 'list', '--json']);
  const id = /conv_[0-9a-z]{12}/.exec(stdout)?.[0];
  if (id === undefined) throw new Error('no chat is listed');
  return id;
}

/** The id of a memory that is saved for a case. */
async function savedMemory(place: CrashPlace): Promise<string> {
  const { stdout } = await place.run(['memory', 'save', 'The relay of Harbor runs in Lisbon.', '--json']);
  const id = /mem_[0-9a-z]{12}/.exec(stdout)?.[0];
  if (id === undefined) throw new Error('no memory is saved');
  return id;
}

/** The id of a memory that waits in the trash. */
async function forgottenMemory(place: CrashPlace): Promise<string> {
  const id = await savedMemory(place);
  await place.run(['memory', 'forget', id, '--reason', 'moved']);
  return id;
}

const haveDocument = (place: CrashPlace) =>
  place.write('../manual.html', '<h1>Manual</h1>\n<p>The winch pulls 9 tons.</p>\n');

export const CRASH_CASES: readonly CrashCase[] = [
  { name: 'index of a new vault', prepare: fresh, argv: () => ['index'] },
  { name: 'index of what changed and became secret', prepare: edit, hides: true, argv: () => ['index'] },
  { name: 'index --full', prepare: edit, hides: true, argv: () => ['index', '--full'] },
  { name: 'init', prepare: fresh, argv: () => ['init'], fine: [0, 2] },
  { name: 'notes autofill', argv: () => ['notes', 'autofill', '--yes'] },
  {
    name: 'capture',
    argv: () => ['capture', 'The crane lifts 12 tons.', '--region', 'plant'],
    again: 'index',
  },
  {
    name: 'capture of a secret',
    argv: () => ['capture', '--region', 'plant', '--privacy', 'secret'],
    stdin: `The vault word is ${CAPTURED_SECRET}.`,
    again: 'index',
  },
  {
    name: 'conversations import',
    argv: () => ['conversations', 'import', '-'],
    stdin: JSON.stringify([
      { role: 'user', content: 'The crane lifts 12 tons.' },
      {
        role: 'assistant',
        content: `The vault word is <!--privacy:secret-->${CAPTURED_SECRET}<!--/privacy-->.`,
      },
    ]),
  },
  { name: 'memory save', argv: () => ['memory', 'save', 'The crane lifts 12 tons.'], again: 'index' },
  {
    name: 'memory save of a secret',
    isNear: true,
    argv: () => ['memory', 'save', `The vault word is ${CAPTURED_SECRET}.`, '--privacy', 'secret'],
    again: 'index',
  },
  {
    name: 'memory forget',
    argv: async (place) => ['memory', 'forget', await savedMemory(place), '--reason', 'moved'],
    fine: [0, 2],
  },
  {
    name: 'memory restore',
    isNear: true,
    argv: async (place) => ['memory', 'restore', await forgottenMemory(place)],
    fine: [0, 2],
  },
  {
    name: 'privacy erase of a memory in the trash',
    argv: async (place) => ['privacy', 'erase', await forgottenMemory(place)],
    fine: [0, 1, 2],
  },
  { name: 'ingest', isNear: true, prepare: haveDocument, argv: () => ['ingest', 'manual.html', '--index'] },
  {
    name: 'ingest remove --notes',
    prepare: async (place) => {
      haveDocument(place);
      await place.run(['ingest', 'manual.html', '--index']);
    },
    argv: async (place) => {
      const { stdout } = await place.run(['ingest', 'list', '--json']);
      return ['ingest', 'remove', /"id":\s*"([^"]+)"/.exec(stdout)?.[1] ?? '', '--notes'];
    },
    fine: [0, 2],
  },
  {
    name: 'claims forget',
    argv: async (place) => ['claims', 'forget', await idOf(place, 'Oslo'), '--reason', 'moved'],
    fine: [0, 2, 3],
  },
  {
    name: 'privacy erase of a claim',
    hides: true,
    argv: async (place) => ['privacy', 'erase', await idOf(place, SOON_SECRET)],
    fine: [0, 1, 2, 3],
  },
  {
    name: 'privacy erase of a note',
    hides: true,
    argv: () => ['privacy', 'erase', 'people/ida.md'],
    fine: [0, 1, 2, 3],
  },
  {
    name: 'privacy erase of a claim that pages and a backup hold',
    hides: true,
    prepare: async (place) => {
      await place.run(['consolidate', '--yes']);
      await place.run(['backup', 'copy.db']);
      await place.run(['report']);
    },
    argv: async (place) => ['privacy', 'erase', await idOf(place, SOON_SECRET)],
    fine: [0, 1, 2, 3],
  },
  {
    name: 'privacy erase of a conversation that a backup holds',
    prepare: haveChatted,
    argv: async (place) => ['privacy', 'erase', await chatOf(place)],
    fine: [0, 1, 2, 3],
  },
  {
    name: 'privacy erase of a turn that a backup holds',
    prepare: haveChatted,
    argv: async (place) => ['privacy', 'erase', `${await chatOf(place)}#t2`],
    fine: [0, 1, 2, 3],
  },
  {
    name: 'contradictions acknowledge',
    argv: async (place) => ['contradictions', 'acknowledge', (await conflict(place)).id],
    fine: [0, 2, 3],
  },
  {
    name: 'contradictions resolve',
    argv: async (place) => {
      const { id, winner } = await conflict(place);
      return ['contradictions', 'resolve', id, winner];
    },
    fine: [0, 2, 3],
  },
  { name: 'consolidate', argv: () => ['consolidate', '--yes'] },
  {
    name: 'index under pages that name what became secret',
    hides: true,
    prepare: async (place) => {
      await place.run(['consolidate', '--yes']);
      markIda(place);
    },
    argv: () => ['index'],
  },
  { name: 'challenge', argv: () => ['challenge'] },
  {
    name: 'challenge acknowledge',
    argv: async (place) => {
      const { stdout } = await place.run(['challenge', '--json']);
      return ['challenge', 'acknowledge', /"id":\s*"([0-9a-f]{16})"/.exec(stdout)?.[1] ?? ''];
    },
    fine: [0, 2, 3],
  },
  { name: 'report', argv: () => ['report'] },
  { name: 'report --share', argv: () => ['report', '--share', '--output', 'shared.html'] },
  { name: 'backup', argv: () => ['backup', 'copy.db'], again: 'index' },
  {
    name: 'index beside a backup that holds what became secret',
    hides: true,
    prepare: async (place) => {
      await place.run(['backup', 'copy.db']);
      markIda(place);
    },
    argv: () => ['index'],
  },
  {
    name: 'restore',
    hides: true,
    prepare: async (place) => {
      await place.run(['backup', 'copy.db']);
      edit(place);
      await place.run(['index']);
    },
    argv: () => ['restore', 'copy.db'],
  },
  {
    name: 'trust',
    prepare: (place) => place.write('.memora/config.toml', '[consolidation]\nfolder = "atlas"\n'),
    argv: () => ['trust', '--yes'],
  },
  {
    name: 'query that learns from use',
    prepare: (place) => place.write('../config/config.toml', '[retrieval]\nlearn_from_use = true\n'),
    argv: () => ['query', 'Where does Ida live, and who reports to Ida?'],
    fine: [0, 1],
  },
  {
    name: 'privacy feedback --reset',
    prepare: async (place) => {
      place.write('../config/config.toml', '[retrieval]\nlearn_from_use = true\n');
      await place.run(['query', 'Where does Ida live, and who reports to Ida?']);
    },
    argv: () => ['privacy', 'use', '--reset'],
  },
  {
    name: 'doctor --repair of a damaged database',
    prepare: (place) =>
      place.write('.memora/memora.db', 'SQLite format 3\0 and nothing of the rest'.repeat(200)),
    argv: () => ['doctor', '--repair'],
    fine: [0, 1],
  },
  {
    name: 'doctor --repair of a lock left behind',
    prepare: (place) => place.write('.memora/watch.lock', '{"pid":999999999,"host":"gone"}'),
    argv: () => ['doctor', '--repair'],
    fine: [0, 1],
  },
  {
    name: 'index that encrypts the database and a backup',
    hides: true,
    prepare: async (place) => {
      await place.run(['backup', 'copy.db']);
      settings(place, ENCRYPTED);
    },
    argv: () => ['index'],
  },
  {
    name: 'index that encrypts the database no more',
    prepare: async (place) => {
      settings(place, ENCRYPTED);
      await place.run(['index']);
      settings(place, '');
    },
    argv: () => ['index'],
  },
  {
    name: 'key rotate',
    prepare: async (place) => {
      await place.run(['backup', 'copy.db']);
    },
    argv: () => ['key', 'rotate'],
  },
  {
    name: 'key rotate of an encrypted database',
    hides: true,
    prepare: async (place) => {
      settings(place, ENCRYPTED);
      await place.run(['index']);
      await place.run(['backup', 'copy.db']);
    },
    argv: () => ['key', 'rotate'],
  },
  { name: 'watch', hides: true, argv: () => ['watch'], during: edit, again: 'index' },
];
