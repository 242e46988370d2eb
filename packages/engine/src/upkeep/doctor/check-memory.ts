import type { ClaimStore } from '@memora/claims';
import { fingerprint, MemoraError, sliceSpan } from '@memora/core';
import type { Vault } from '@memora/vault';
import { isSyncDebris } from '@memora/vault/internal';
import type { LoadedConfig } from '../../config/index.ts';
import type { NoteNames } from '../../privacy/name-notes.ts';
import type { StoreHandle } from '../../store/store-handle.ts';
import type { AccessCounts } from '../feedback/access-counts.ts';
import { checkAside } from './check-aside.ts';
import { checkBackups } from './check-backups.ts';
import { checkConfig } from './check-config.ts';
import { checkFiles } from './check-files.ts';
import { checkLedger } from './check-ledger.ts';
import { checkLock } from './check-lock.ts';
import { checkMemories } from './check-memories.ts';
import { checkNoteIds } from './check-note-ids.ts';
import { checkOriginals } from './check-originals.ts';
import { checkTrust } from './check-trust.ts';
import { checkVectors } from './check-vectors.ts';
import { type DoctorCheck, fault, list, ok, warning } from './doctor-check.ts';
import type { DoctorReport } from './doctor-report.ts';

/** The parts of a memory that the doctor checks. */
export interface DoctorPorts {
  readonly vault: Vault;
  readonly settings: LoadedConfig;
  readonly store: StoreHandle;
  readonly readNote: (path: string) => Promise<Uint8Array | null>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly access: Pick<AccessCounts, 'read' | 'lastTaken'>;
  readonly now: () => Date;
  /** Why secret claims can't be kept on this machine; null if they can. */
  readonly keyProblem: () => Promise<string | null>;
  /** The names of notes as the reader of the report may see them. */
  readonly nameNotes: (paths: Iterable<string>) => Promise<NoteNames>;
  readonly signal?: AbortSignal;
}

/** Looks at notes, settings, database, claims and network. Finds faults; changes nothing. */
export async function checkMemory(ports: DoctorPorts): Promise<DoctorReport> {
  const scanned = await scanNotes(ports);
  const checks = [
    ...scanned.checks,
    checkConfig(ports.settings),
    ...checkTrust(ports.settings, ports.vault.root),
    await checkKey(ports),
    ...(await checkFiles(ports.vault.root)),
    ...(await checkBackups(ports.vault.root, ports.env)),
    ...checkAside(ports.vault.root),
    ...(await checkLedger(ports.vault.root)),
    await checkLock(ports.vault.root),
    ...(await checkDatabase(ports, scanned.paths)),
    ...(await checkOriginals(ports, scanned.paths.keys())),
    checkNetwork(ports),
  ];
  return { ok: checks.every((check) => check.status !== 'fault'), checks, repairs: [] };
}

interface Scanned {
  readonly paths: ReadonlyMap<string, { readonly size: number; readonly mtimeMs: number }>;
  readonly checks: readonly DoctorCheck[];
}

async function scanNotes({ vault, nameNotes, signal }: DoctorPorts): Promise<Scanned> {
  const paths = new Map<string, { size: number; mtimeMs: number }>();
  const unreadable: { path: string; code: string }[] = [];
  const debris: string[] = [];
  const onSkipped = (path: string) => {
    if (isSyncDebris(path.slice(path.lastIndexOf('/') + 1))) debris.push(path);
  };
  const clashes: (readonly string[])[] = [];
  const onNameClash = (clashing: readonly string[]) => clashes.push(clashing);
  const options = { onSkipped, onNameClash, ...(signal === undefined ? {} : { signal }) };
  for await (const entry of vault.scan(options)) {
    if (entry.error === undefined) paths.set(entry.path, { size: entry.size, mtimeMs: entry.mtimeMs });
    else unreadable.push({ path: entry.path, code: entry.error.code });
  }
  const nameOf = await nameNotes([...unreadable.map(({ path }) => path), ...debris, ...clashes.flat()]);
  const checks: DoctorCheck[] = [
    unreadable.length === 0
      ? ok('notes', `${paths.size} ${paths.size === 1 ? 'note' : 'notes'} can be read`)
      : fault(
          'notes',
          `cannot read ${list(unreadable.map(({ path, code }) => `${nameOf(path)} (${code})`))}`,
          'Make these files readable, or exclude them in [indexing] exclude.',
        ),
  ];
  const { paths: excluded, patterns } = vault.filter.obsidian;
  if (excluded.length > 0)
    checks.push(ok('excluded', `left out, as Obsidian excludes them: ${excluded.length} paths`));
  if (patterns.length > 0)
    checks.push(
      warning(
        'excluded',
        `${patterns.length} excluded files of Obsidian are patterns, which are not read: their notes are indexed`,
        'Write them as patterns of .gitignore into [indexing] exclude.',
      ),
    );
  if (debris.length > 0) {
    checks.push(
      warning(
        'sync',
        `conflict copies and sync files are ignored: ${list(debris.map(nameOf))}`,
        'Merge their text into the note and delete them.',
      ),
    );
  }
  if (clashes.length > 0) {
    checks.push(
      warning(
        'names',
        `names differ in case or Unicode form only: ${list(clashes.map((names) => names.map(nameOf).join(' = ')))}`,
        'Rename one of each: on macOS, on Windows and in sync services they are one file.',
      ),
    );
  }
  return { paths, checks };
}

/** Without a key, secret claims are not stored at all. */
async function checkKey({ keyProblem }: DoctorPorts): Promise<DoctorCheck> {
  const problem = await keyProblem();
  if (problem === null) return ok('key', 'secret claims are kept under a key outside the vault');
  return warning(
    'key',
    `no key can be kept on this machine (${problem}), so secret claims are not stored`,
    'Make the config folder writable, or point MEMORA_CONFIG_DIR at one that is; then index again.',
  );
}

async function checkDatabase(ports: DoctorPorts, onDisk: Scanned['paths']): Promise<DoctorCheck[]> {
  try {
    return await checkStore(await ports.store.read(), ports, onDisk);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === 'NOT_INDEXED') return [warning('database', 'nothing is indexed yet', 'Run `memora index`.')];
    if (MemoraError.isInstance(error)) {
      const remedy = error.hint ?? 'Move the file away and index again.';
      return [fault('database', `${error.message} (${error.code})`, remedy)];
    }
    // A read outside the store failed. The file is damaged all the same.
    if (!/^SQLITE_(?:CORRUPT|NOTADB|IOERR_SHORT_READ)/.test(String(code))) throw error;
    return [fault('database', 'the file is damaged (DATABASE_CORRUPT)', 'Run `memora doctor --repair`.')];
  }
}

async function checkStore(
  store: ClaimStore,
  ports: DoctorPorts,
  onDisk: Scanned['paths'],
): Promise<DoctorCheck[]> {
  const { problems } = await store.check();
  const faults = problems.map(({ code, message, remedy }) =>
    // Indexing repairs it. The file itself is not damaged.
    fault(code === 'SECRETS_OF_ANOTHER_KEY' ? 'index' : 'database', `${message} (${code})`, remedy),
  );
  // The contents of a damaged file are not evaluated.
  if (problems.some(({ code }) => code === 'DATABASE_CORRUPT')) return faults;
  const { schemaVersion, claims, notes } = await store.stats();
  return [
    ...faults,
    ...(faults.some(({ name }) => name === 'database')
      ? []
      : [ok('database', `schema ${schemaVersion}, ${claims} claims of ${notes} notes`)]),
    ...(await checkVectors(claims, ports.settings.config.embed.provider !== 'none')),
    await checkIndexed(store, onDisk),
    await checkNoteIds(store, ports.nameNotes),
    ...(await checkMemories(store, {
      access: ports.access,
      now: ports.now(),
      vaultRoot: ports.vault.root,
    })),
    await checkFailures(store, ports),
    await checkSpans(ports, store, onDisk),
  ];
}

async function checkIndexed(store: ClaimStore, onDisk: Scanned['paths']): Promise<DoctorCheck> {
  const notes = await store.notes();
  const known = new Set(notes.map((note) => note.path));
  // Refused notes do not count as changed; they have their own check.
  const refused = new Set((await store.failures()).map(({ notePath }) => notePath));
  const fresh = [...onDisk.keys()].filter((path) => !known.has(path) && !refused.has(path)).length;
  const gone = notes.filter((note) => !onDisk.has(note.path)).length;
  const changed = notes.filter((note) => {
    const file = onDisk.get(note.path);
    return file !== undefined && (file.size !== note.size || file.mtimeMs !== note.mtimeMs);
  }).length;
  if (fresh + gone + changed === 0) return ok('index', 'up to date with the notes');
  return warning(
    'index',
    `${fresh} notes new, ${changed} changed, ${gone} gone since the last run`,
    'Run `memora index`.',
  );
}

async function checkFailures(store: ClaimStore, { nameNotes }: DoctorPorts): Promise<DoctorCheck> {
  const failures = await store.failures();
  if (failures.length === 0) return ok('failures', 'no note failed to index');
  const nameOf = await nameNotes(failures.map(({ notePath }) => notePath));
  const shown = failures.map(({ notePath, code }) => `${nameOf(notePath)} (${code})`);
  return fault(
    'failures',
    `${failures.length} notes failed: ${list(shown)}`,
    failures.some(({ code }) => code === 'NOTE_TOO_COSTLY')
      ? 'Fix the notes, and split those with NOTE_TOO_COSTLY. `memora index` retries those once they have changed, and all others each time; `memora index --full` retries all of them.'
      : 'Fix the notes; `memora index` tries them again.',
  );
}

/** Invariant 1 for the current files: every span of an unchanged note still has its fingerprint. */
async function checkSpans(
  { readNote, nameNotes, signal }: DoctorPorts,
  store: ClaimStore,
  onDisk: Scanned['paths'],
): Promise<DoctorCheck> {
  const notes = new Map((await store.notes()).map((note) => [note.path, note]));
  let checked = 0;
  const broken = new Set<string>();
  let path = '';
  let bytes: Uint8Array | null = null;
  for (const claim of (await store.listClaims()).claims) {
    signal?.throwIfAborted();
    const note = notes.get(claim.notePath);
    const file = onDisk.get(claim.notePath);
    const unchanged =
      note !== undefined && file !== undefined && note.size === file.size && note.mtimeMs === file.mtimeMs;
    if (!unchanged || claim.fingerprint === null) continue;
    if (claim.notePath !== path) {
      path = claim.notePath;
      bytes = await readNote(path);
    }
    const span = bytes === null ? null : sliceSpan(bytes, claim.span);
    checked++;
    if (span === null || fingerprint(span) !== claim.fingerprint) broken.add(path);
  }
  if (broken.size === 0) return ok('spans', `${checked} spans re-read and re-hashed, all intact`);
  const nameOf = await nameNotes(broken);
  return fault(
    'spans',
    `spans differ from their fingerprints in ${list([...broken].map(nameOf))}`,
    'Run `memora index --full`.',
  );
}

function checkNetwork({ settings, env }: DoctorPorts): DoctorCheck {
  const allowed = env['MEMORA_ENABLE_NETWORK_LLM'] === '1';
  const { provider } = settings.config.llm;
  const reach = allowed
    ? 'requests to non-loopback addresses are allowed'
    : 'nothing is sent to a non-loopback address';
  return ok('network', `${reach}; chat model: ${provider}`);
}
