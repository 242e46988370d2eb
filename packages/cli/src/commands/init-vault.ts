import { existsSync, realpathSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { loadConfig, writeVaultTrust } from '@memora/engine/config';
import { inspectPlace, makeFolder, placeAt, placeIn, writeWholeFile } from '@memora/privacy/files';
import { openVault } from '@memora/vault';
import { assetsDir } from '../assets-dir.ts';
import { readFlags } from '../input/read-flags.ts';
import { readText } from '../input/read-option.ts';
import { toPath } from '../input/resolve-vault.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Scaffolds a vault: `.memora/`, and a sample if there is no note yet. Existing files are left as they are, and listed. */
export async function initVault({ options, io, output }: CommandContext): Promise<ExitCode> {
  const vault = toPath(readText(options, 'vault') ?? (io.env['MEMORA_VAULT'] || '.'), io.cwd);
  // An invalid config is reported before anything is written.
  await loadConfig({ vault, env: io.env, flags: readFlags(options) });
  const hasNotes = await holdsNotes(vault);
  makeFolder(placeAt(vault), 0o777);
  const root = realpathSync(vault);
  const created: string[] = [];
  const existing: string[] = [];
  const scaffold = join(assetsDir, 'scaffold');
  for (const file of await listFiles(scaffold)) {
    const name = toVaultName(relative(scaffold, file));
    const own = name.split(sep).join('/');
    // A user with notes does not need a sample, and its claims would answer their questions.
    if (hasNotes && !own.startsWith('.memora') && inspectPlace(placeIn(root, own)) === null) continue;
    ((await createFile(root, own, await readFile(file))) ? created : existing).push(own);
  }
  // A config that this command wrote belongs to the user; an existing one may be from another person.
  if (created.includes(CONFIG)) await acceptConfig(root, io.env);
  output.payload({ vault, created, existing });
  for (const name of created) output.line(`${output.style('green', 'created')}  ${name}`);
  for (const name of existing) output.line(`${output.style('dim', 'exists')}   ${name} (left as it is)`);
  output.note(
    `\nYour notes are not touched. Next${hasNotes ? '' : `: write notes in ${vault}, then`} run\n  memora index --vault ${quote(vault)}`,
  );
  return EXIT.done;
}

async function holdsNotes(vault: string): Promise<boolean> {
  if (!existsSync(vault)) return false;
  const { scan } = await openVault(vault);
  for await (const entry of scan()) if (entry.error === undefined) return true;
  return false;
}

const CONFIG = '.memora/config.toml';

async function acceptConfig(root: string, env: CommandContext['io']['env']): Promise<void> {
  const { wanted } = await loadConfig({ vault: root, env });
  if (wanted !== null) await writeVaultTrust(root, wanted, true, env);
}

/** Creates a file only if there is none, below `.memora/` for the user alone; false if there is one. */
async function createFile(root: string, name: string, bytes: Uint8Array): Promise<boolean> {
  const isOwn = name.startsWith('.memora');
  try {
    await writeWholeFile(placeIn(root, name), bytes, {
      isNew: true,
      mode: isOwn ? 0o600 : 0o666,
      folderMode: isOwn ? 0o700 : 0o777,
      flush: false,
    });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** npm leaves dot-files out of packages, so the scaffold spells them `dot-`. */
function toVaultName(name: string): string {
  return name
    .split(sep)
    .map((part) => part.replace(/^dot-/, '.'))
    .join(sep);
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function quote(path: string): string {
  return /^[\w./~-]+$/.test(path) ? path : JSON.stringify(path);
}
