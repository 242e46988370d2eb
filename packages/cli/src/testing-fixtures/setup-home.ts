import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { CLIENT_FILES } from './client-files.ts';
import { setupVault } from './setup-vault.ts';

/** A home folder with the settings of some clients, a vault, and the command line with that home. */
export type TestHome = Awaited<ReturnType<typeof setupHome>>;

const SETUP_NOTES = {
  'pump.md': '# Pump\n\nThe cooling pump runs at 40 bar.\n\nThe cooling pump was built in 2019.\n',
  'people/ida.md':
    '# Ida\n\nIda leads the project.\n\n<!--privacy:secret-->The safe opens with 471108.<!--/privacy-->\n',
};

/** Copies the recorded files of these clients into a new home; of all clients by default. */
export async function setupHome(clients: readonly string[] = Object.keys(CLIENT_FILES)) {
  const vault = await setupVault(SETUP_NOTES);
  const home = join(vault.folder, 'home');
  await mkdir(home);
  const write = async (path: string, bytes: string | Uint8Array) => {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), bytes);
  };
  for (const client of clients)
    for (const { path, text } of CLIENT_FILES[client] ?? []) await write(path, text);
  const env = { ...vault.env, HOME: home };
  return {
    ...vault,
    home,
    env,
    writeHome: write,
    readHome: (path: string) => readFile(join(home, path), 'utf8'),
    run: (argv: readonly string[], io: Parameters<typeof vault.run>[1] = {}) =>
      vault.run(argv, { ...io, env: { ...env, ...io.env } }),
    json: <Payload>(argv: readonly string[], io: { env?: Record<string, string> } = {}) =>
      vault.json<Payload>(argv, { env: { ...env, ...io.env } }),
    /** Every file and folder of the home with its bytes. */
    snapshot: () => snapshotOf(home),
    [Symbol.asyncDispose]: () => rm(vault.folder, { recursive: true, force: true }),
  };
}

async function snapshotOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const named = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    return [name, entry.isFile() ? await readFile(path, 'latin1') : 'a folder'] as const;
  });
  return Object.fromEntries((await Promise.all(named)).sort(([a], [b]) => (a < b ? -1 : 1)));
}
