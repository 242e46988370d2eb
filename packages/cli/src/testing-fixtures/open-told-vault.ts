import { cp, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openMemory } from '@memora/engine';
import { runInProcess } from './run-in-process.ts';

/** The output of one run of a command, for comparison between vaults. */
export interface Told {
  readonly name: string;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Files that it wrote for a person. */
  readonly files?: Readonly<Record<string, string>>;
}

/**
 * A vault whose runs are recorded without values that differ between two runs on one vault: times, ports,
 * tokens, and ids of secret claims.
 */
export interface ToldVault {
  readonly folder: string;
  readonly vault: string;
  readonly env: Readonly<Record<string, string>>;
  readonly write: (path: string, text: string) => Promise<void>;
  /** Runs a command and records its output. */
  readonly tell: (
    argv: readonly string[],
    io?: Parameters<typeof runInProcess>[1],
    files?: readonly string[],
  ) => Promise<{ code: number; stdout: string; stderr: string }>;
  /** Records other output. */
  readonly keep: (name: string, text: string) => void;
  /**
   * Sets one time of writing for captured notes, so that the fingerprints of lines with the time are the same
   * in all vaults.
   */
  readonly settleTimes: () => Promise<void>;
  /** Ids of the secret claims, by note and place. */
  readonly secretIds: () => Promise<readonly string[]>;
  /** Ids of the claims that are not secret, by note and place. */
  readonly openIds: () => Promise<readonly string[]>;
  /** All output so far. */
  readonly told: () => Promise<readonly Told[]>;
}

/**
 * Puts notes at `folder/vault`, replacing existing ones. The user's keys stay, because names of secret notes
 * depend on them.
 */
export async function openToldVault(
  folder: string,
  notes: Readonly<Record<string, string>>,
): Promise<ToldVault> {
  const vault = join(folder, 'vault');
  const config = join(folder, 'config');
  const keys = join(folder, 'kept-keys');
  await rm(vault, { recursive: true, force: true });
  await rm(join(folder, 'out'), { recursive: true, force: true });
  await rm(config, { recursive: true, force: true });
  await mkdir(join(folder, 'out'), { recursive: true });
  await cp(keys, config, { recursive: true }).catch(() => undefined);
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(vault, path)), { recursive: true });
    await writeFile(join(vault, path), text);
    await utimes(join(vault, path), YESTERDAY, YESTERDAY);
  };
  for (const [path, text] of Object.entries(notes)) await write(path, text);
  const env = { MEMORA_CONFIG_DIR: config };
  const kept: Told[] = [];
  const ids = new Map<string, string>();
  const list = async (secret: boolean) => {
    await using memory = await openMemory({ vault, env });
    const { claims } = await memory.claims.listClaims({ retired: true, limit: 10_000 });
    const found = claims
      .filter(({ band }) => (band === 'secret') === secret)
      .sort((a, b) =>
        a.notePath < b.notePath ? -1 : a.notePath > b.notePath ? 1 : a.span.start - b.span.start,
      );
    if (secret) for (const { id, notePath, span } of found) ids.set(id, `<secret ${notePath} ${span.start}>`);
    for (const { path } of await memory.claims.notes())
      if (RANDOM.test(path)) ids.set((await memory.nameNotes([path]))(path), path);
    return found.map(({ id }) => id as string);
  };
  return {
    folder,
    vault,
    env,
    write,
    tell: async (argv, io = {}, files = []) => {
      const ran = await runInProcess([...argv, '--vault', vault], {
        cwd: folder,
        ...io,
        env: { ...env, ...io.env },
      });
      const written: Record<string, string> = {};
      for (const file of files)
        written[file] = await readFile(join(folder, file), 'utf8').catch(() => 'none');
      kept.push({ name: argv.join(' '), ...ran, files: written });
      await cp(join(config, 'keys'), join(keys, 'keys'), { recursive: true, force: false }).catch(
        () => undefined,
      );
      return ran;
    },
    keep: (name, text) => {
      kept.push({ name, code: 0, stdout: text, stderr: '' });
    },
    settleTimes: async () => {
      for (const path of await readdir(vault, { recursive: true })) {
        if (!path.endsWith('.md')) continue;
        const text = await readFile(join(vault, path), 'utf8');
        const settled = text.replace(
          /^(created|updated): \d{4}-.*$/gm,
          `$1: ${YESTERDAY.toISOString().slice(0, 19)}Z`,
        );
        if (settled !== text) await write(path, settled);
      }
    },
    secretIds: () => list(true),
    openIds: () => list(false),
    told: async () => {
      await list(true);
      const plain = (text: string): string => {
        let shown = text;
        for (const [id, place] of ids)
          shown = shown
            .replaceAll(id, place)
            // A page ends with a claim, and the cursor contains the claim's id.
            .replaceAll(Buffer.from(id).toString('base64url'), `<after ${place}>`);
        return shown
          .replace(/\d{4}-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d(?:\.\d{3})?Z?/g, '<time>')
          .replace(/127\.0\.0\.1:\d+(?:\/[0-9a-f]{32}(?=\/))?/g, '127.0.0.1:<port and token>')
          .replace(/\b\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, '<time> UTC')
          .replace(/(\bkey |\bby |"replaced": ?"|"key_id": ?")[0-9a-f]{16}\b/g, '$1<key>')
          .replace(/note-[0-9a-f]{12}\b/g, 'note-<random>')
          .replace(/\bin \d+\.\d s\b/g, 'in <seconds> s')
          .replace(/("(?:seconds|tookMs|ms)": ?)[\d.e-]+/g, '$1<seconds>');
      };
      return kept.map((each) => ({
        ...each,
        name: plain(each.name),
        stdout: plain(each.stdout),
        stderr: plain(each.stderr),
        files: Object.fromEntries(
          Object.entries(each.files ?? {}).map(([name, text]) => [name, plain(text)]),
        ),
      }));
    },
  };
}

/** The name of a note that was captured as secret. */
const RANDOM = /note-[0-9a-f]{12}\.md$/;
const YESTERDAY = new Date('2026-11-21T08:00:00Z');
