import { NAMES } from '@memora/cli/hostile-kinds';
import { ACCEPTED_VAULTS } from './accepted-vaults.ts';
import { CONFIG_VAULTS } from './config-vaults.ts';
import { DATABASE_VAULTS } from './database-vaults.ts';
import type { HostileVault } from './hostile-vault.ts';
import { LEDGER_VAULTS } from './ledger-vaults.ts';
import { LINK_KINDS, LINK_VAULTS, putLink } from './link-vaults.ts';
import { NAME_VAULTS } from './name-vaults.ts';
import { SHAPE_VAULTS } from './shape-vaults.ts';

const kinds = Object.keys(LINK_KINDS);

/** Each name that Memora uses, as one kind of link or special file. The kinds alternate. */
const EVERY_NAME: readonly HostileVault[] = NAMES.map((name, i) => {
  const kind = kinds[i % kinds.length] ?? '';
  return { name: `${name} is ${kind}`, part: 'links', spoil: putLink(kind, name), ...twin(kind) };
});

function twin(kind: string): { readonly sharesFile?: true } {
  return kind === 'a hard link' ? { sharesFile: true } : {};
}

/** All hostile vaults. */
export const HOSTILE_VAULTS: readonly HostileVault[] = [
  ...LINK_VAULTS,
  ...DATABASE_VAULTS,
  ...CONFIG_VAULTS,
  ...ACCEPTED_VAULTS,
  ...LEDGER_VAULTS,
  ...NAME_VAULTS,
  ...SHAPE_VAULTS,
  ...EVERY_NAME,
];
