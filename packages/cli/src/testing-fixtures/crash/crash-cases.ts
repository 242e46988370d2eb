import {
  CAPTURED_SECRET,
  chatOf,
  conflict,
  ENCRYPTED,
  edit,
  forgottenMemory,
  fresh,
  haveChatted,
  haveDocument,
  idOf,
  markIda,
  SOON_SECRET,
  savedMemory,
  settings,
} from './crash-vault.ts';
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
  /** The repair command in addition to `index`; by default the same command again. */
  readonly again?: 'same' | 'index';
  /**
   * True if the first run, or an earlier step, removes {@link SOON_SECRET} from everything except the notes.
   */
  readonly hides?: true;
  /**
   * True for a case that resembles another: only `MEMORA_TEST_WHOLE=1` and `scripts/crash-matrix.ts` run it
   * too.
   */
  readonly isNear?: true;
  /** Exit codes of the second run that mean there is nothing left to do. */
  readonly fine?: readonly number[];
}

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
    argv: () => ['privacy', 'feedback', '--reset'],
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
