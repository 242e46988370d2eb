import type { HostileVault } from './hostile-vault.ts';
import { HOSTILE_VAULTS } from './hostile-vaults.ts';
import { putLink } from './link-vaults.ts';
import { INDEX, STEPS, type Step } from './steps.ts';

/** A guard, how it is removed from a whole process, and the vault and steps of the suite that must notice. */
export interface ProcessMutation {
  readonly guard: string;
  /** Patterns that match the source and the bundle, each with its replacement. */
  readonly cuts: readonly (readonly [pattern: string, put: string])[];
  readonly vault: Pick<HostileVault, 'name' | 'spoil' | 'accepted'>;
  /** Steps of the command line. The server runs its own single step. */
  readonly steps: readonly Step[];
  /** The server is not affected by it. */
  readonly onlyCommand?: true;
}

const vaultNamed = (name: string) => {
  const found = HOSTILE_VAULTS.find((vault) => vault.name === name);
  if (found === undefined) throw new Error(`there is no vault "${name}"`);
  return found;
};
const stepsNamed = (...names: string[]) => STEPS.filter((step) => names.includes(step.name));
const inFunction = (name: string, first: string): readonly [string, string] => [
  `function ${name}\\([^)]*\\)[^{]*\\{`,
  `$&${first}`,
];

/** A link is opened, and its target is read. */
const FOLLOWED = ['(?:\\w+\\.)?constants\\.O_NOFOLLOW\\s*\\?\\?\\s*0', '0'] as const;
/** A folder's handle may be that of a link. */
const HELD_LINK = ['\\|\\s*(?:\\w+\\.)?constants\\.O_NOFOLLOW\\b(?!\\s*\\?\\?)', ''] as const;

/** The guards whose absence shows outside of the process. */
export const PROCESS_MUTATIONS: readonly ProcessMutation[] = [
  {
    guard: 'a file of ours is no link',
    cuts: [inFunction('requirePlainFile', 'return;'), FOLLOWED],
    vault: { name: 'a config that is a link', spoil: putLink('a link to a file', '.memora/config.toml') },
    steps: [INDEX],
  },
  {
    guard: 'a folder of ours is no link',
    cuts: [inFunction('requireFolder', 'return;'), HELD_LINK],
    vault: { name: '.memora is a link', spoil: putLink('a link to a folder', '.memora') },
    steps: [INDEX],
  },
  {
    guard: 'a note is no link',
    cuts: [
      ['if\\s*\\(entry\\.isSymbolicLink\\(\\)\\)\\s*return\\s*[\'"`]symlink[\'"`];?', ''],
      FOLLOWED,
      inFunction('isOpenAs', 'return true;'),
      inFunction('isOpenAt', 'return true;'),
    ],
    vault: { name: 'a note is a link', spoil: putLink('a link to a file', 'linked.md') },
    steps: [INDEX],
    // The server reads an index that a command has made.
    onlyCommand: true,
  },
  {
    guard: 'settings that act are accepted first',
    cuts: [['trust\\s*=\\s*trustOf\\(wanted\\)', 'trust="accepted"']],
    vault: vaultNamed('an embedder that wants every claim'),
    steps: [INDEX, ...stepsNamed('query')],
  },
  {
    guard: 'an accepted endpoint gets no key of the user',
    cuts: [inFunction('mayGetKey', 'return true;')],
    vault: vaultNamed('accepted: an endpoint that wants the key of Anthropic'),
    steps: [INDEX, ...stepsNamed('query', 'index --extractor llm')],
    onlyCommand: true,
  },
  {
    guard: 'a server listens on this machine only',
    cuts: [['listen\\((\\w+(?:\\.port)?),\\s*[\'"`]127\\.0\\.0\\.1[\'"`]', 'listen($1, "0.0.0.0"']],
    vault: { name: 'an ordinary vault', spoil: () => undefined },
    steps: stepsNamed('serve --http 0'),
    onlyCommand: true,
  },
];
