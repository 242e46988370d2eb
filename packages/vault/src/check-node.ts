import { vaultError } from './vault-error.ts';

const NEEDED = [22, 12] as const;

/** Throws `NODE_TOO_OLD` with a readable message if this Node lacks features that the packages use. */
export function checkNode(version: string = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return;
  throw vaultError(
    'NODE_TOO_OLD',
    `Memora needs Node ${NEEDED.join('.')} or newer; this is Node ${version}.`,
    {
      hint: 'Install a current Node from https://nodejs.org and run the program again. @memora/validator runs on Node 20 too.',
    },
  );
}
