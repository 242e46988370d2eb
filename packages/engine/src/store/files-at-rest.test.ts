import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../config/load-config.ts';
import { writeVaultTrust } from '../config/trust-vault.ts';
import { openMemory } from '../open-memory.ts';
import { setupVault } from '../testing-fixtures/setup-vault.ts';

const SECURITY = join(import.meta.dirname, '../../../../SECURITY.md');
const HEADING = '## What stays readable at rest';
/** A private word and a secret one. */
const [PRIVATE, SECRET] = ['zanzibar', 'quetzal'];
const NOTES = {
  'ida.md': `# Ida\n\nIda travels to ${PRIVATE}. The budget of ${PRIVATE} is 30 EUR. <!--privacy:secret-->Her code is ${SECRET}.<!--/privacy-->\n`,
  'budget.md': `# Budget\n\nThe budget of ${PRIVATE} is 40 EUR. We decided to use Kafka.\n`,
};
const SETTINGS =
  '[privacy]\nencrypt_database = true\n[retrieval]\nlearn_from_use = true\n[consolidation]\npages = "folder"\n';

/** Rows of the table: a file's name, with `*` for what differs, and whether it is encrypted. */
function readTable(): { readonly name: string; readonly isEncrypted: boolean }[] {
  const text = readFileSync(SECURITY, 'utf8');
  const section = text.slice(text.indexOf(HEADING)).split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\| ((?:`[^`]+`(?:, )?)+) \| (encrypted|plain) \|/gmu)].flatMap(
    ([, names = '', state]) =>
      [...names.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => ({
        name,
        isEncrypted: state === 'encrypted',
      })),
  );
}

function matches(path: string, name: string): boolean {
  const pattern = name.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/gu, '\\$&'));
  return new RegExp(`^${pattern.join('.*')}$`, 'u').test(path);
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
}

it('names every file that it writes in SECURITY.md, and holds readable text in none that stands there as encrypted', async () => {
  const table = readTable();
  expect(table.length).toBeGreaterThan(8);
  await using vault = await setupVault(NOTES);
  const config = vault.env['MEMORA_CONFIG_DIR'] as string;
  await vault.write('../config/config.toml', SETTINGS);
  {
    await using memory = await openMemory({ vault: vault.root, env: vault.env });
    await memory.index();
    await memory.ask(`Where does Ida travel to?`);
    await memory.ask(`What is the budget of ${PRIVATE}?`);
    await memory.consolidate();
    await memory.challenge();
    await memory.backup(join(vault.root, '.memora', 'backups', 'copy.db'));
    // While the database is open, its log is next to it.
    check(vault.root, config, table);
  }
  check(vault.root, config, table);
});

/**
 * Each operation that leaves a file behind, in the order in which a vault would see them. Each line may be
 * run alone.
 */
it('names what capture, autofill, trust, watch, damage, the encryption of an index that stood, rotation and a killed writer leave', async () => {
  const table = readTable();
  await using vault = await setupVault(NOTES);
  const config = vault.env['MEMORA_CONFIG_DIR'] as string;
  const inMemora = (name: string) => join(vault.root, '.memora', name);
  const open = () => openMemory({ vault: vault.root, env: vault.env });
  const added = new Set<string>();
  let encrypts = false;
  const checkNow = () => check(vault.root, config, table, { added, encrypts });

  await vault.write('../config/config.toml', SETTINGS.replace('encrypt_database = true', ''));
  await vault.write('.memora/config.toml', '[llm]\nprovider = "ollama"\n');
  const { wanted } = await loadConfig({ vault: vault.root, configDir: config, env: vault.env });
  if (wanted === null) throw new Error('the config of the vault asks for nothing');
  await writeVaultTrust(vault.root, wanted, false, vault.env);
  {
    await using memory = await open();
    await memory.index();
    const captured = await memory.capture({
      summary: 'Settled',
      body: `The budget of ${PRIVATE} is settled.`,
    });
    added.add(captured.path);
    await memory.backup(inMemora('backups/plain.db'));
    await memory.autofill();
    const stop = new AbortController();
    for await (const event of memory.watch({ signal: stop.signal })) {
      if (event.type !== 'indexed') continue;
      checkNow();
      stop.abort();
    }
    checkNow();
  }
  // Damaged while no process has it open, and moved aside.
  const damaged = readFileSync(inMemora('memora.db')).fill(7, 4096, 8192);
  writeFileSync(inMemora('memora.db'), damaged);
  {
    await using memory = await open();
    await memory.doctor({ repair: true });
    checkNow();
  }
  expect(filesOf(vault.root).filter((path) => path.includes('.damaged-'))).not.toEqual([]);
  // A killed writer leaves its draft. The next index removes it.
  const draft = '.memora/.memora-1073741824-00112233445566ff.tmp';
  await vault.write(draft, `half of ${PRIVATE}`);
  checkNow();
  await vault.write('../config/config.toml', SETTINGS);
  {
    await using memory = await open();
    await memory.index();
    encrypts = true;
    checkNow();
    await memory.rotateKey();
    checkNow();
    await memory.restore(inMemora('backups/plain.db'));
    await memory.index();
  }
  checkNow();
  expect(filesOf(vault.root)).not.toContain(draft);
  expect(readFileSync(inMemora('backups/plain.db')).includes('SQLite format')).toBe(false);
});

function check(
  root: string,
  config: string,
  table: ReturnType<typeof readTable>,
  { added = new Set(), encrypts = true }: { added?: ReadonlySet<string>; encrypts?: boolean } = {},
): void {
  const notes = new Set([...Object.keys(NOTES), ...added]);
  const written = [
    ...filesOf(root)
      .filter((path) => !notes.has(path))
      .map((path) => ({ path, full: join(root, path) })),
    ...filesOf(config).map((path) => ({
      path: `${basename(dirname(join(config, 'x')))}/${path}`,
      full: join(config, path),
    })),
  ];
  const unnamed = written
    .filter(({ path }) => !table.some(({ name }) => matches(path, name)))
    .map(({ path }) => path);
  expect(unnamed).toEqual([]);
  for (const { path, full } of written) {
    const text = readFileSync(full).toString('latin1').toLowerCase();
    expect([path, text.includes(SECRET)]).toEqual([path, false]);
    const { isEncrypted } = table.find(({ name }) => matches(path, name)) as { isEncrypted: boolean };
    if (isEncrypted && encrypts)
      expect([path, text.includes(PRIVATE) || text.includes('sqlite format')]).toEqual([path, false]);
  }
}
