import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openKeyRotation } from '@memora/privacy/keyring';
import { expect, it } from 'vitest';
import type { Memory } from '../../memory.ts';
import { openMemory } from '../../open-memory.ts';
import { setupVault, type TestVault } from '../../testing-fixtures/setup-vault.ts';

const NOTES = {
  'ida.md':
    '# Ida\n\nIda travels to Zanzibar. <!--privacy:secret-->Her code is quetzal.<!--/privacy-->\n\n' +
    '<!--privacy:secret-->\nhome:: Oslo, 2024-05-01\n\nIda owes 900 EUR.\n<!--/privacy-->\n',
  'safe.md': '---\nprivacy: secret\n---\n# Safe\n\nThe safe opens with 471108.\n\nplace:: Bergen\n',
};

const open = (vault: TestVault) => openMemory({ vault: vault.root, env: vault.env });
const keysOf = (vault: TestVault) => join(vault.env['MEMORA_CONFIG_DIR'] ?? '', 'keys');
const keyFile = (vault: TestVault) => {
  const name = readdirSync(keysOf(vault)).find((each) => /^[0-9a-f]{32}\.key$/.test(each)) ?? '';
  return join(keysOf(vault), name);
};

/** Everything about each claim except its id. */
async function tell(memory: Memory) {
  const { claims } = await memory.claims.listClaims({ limit: 100 });
  return claims
    .map(({ subject, predicate, object, band, validFrom, recordedFrom, span, notePath }) =>
      JSON.stringify({ subject, predicate, object, band, validFrom, recordedFrom, span, notePath }),
    )
    .sort();
}

const secretIds = async (memory: Memory) =>
  (await memory.claims.listClaims({ limit: 100, bands: ['secret'] })).claims.map(({ id }) => id as string);

it.each([false, true])(
  'replaces the key: what was known is known under another one, and the old one opens nothing (encrypted database: %s)',
  async (encrypted) => {
    await using vault = await setupVault(NOTES);
    if (encrypted) await vault.write('../config/config.toml', '[privacy]\nencrypt_database = true\n');
    const copy = join(vault.root, '.memora', 'copy.db');
    await using memory = await open(vault);
    await memory.index();
    await memory.backup(copy);
    const before = await tell(memory);
    const ids = await secretIds(memory);
    expect(ids.length).toBeGreaterThan(3);
    const old = readFileSync(keyFile(vault));
    const stolen = join(vault.root, '..', 'stolen');
    cpSync(keysOf(vault), stolen, { recursive: true });

    const report = await memory.rotateKey();
    expect(report).toMatchObject({ secrets: ids.length, backups: [{ path: copy, outcome: 'rekeyed' }] });
    expect(report.keyId).not.toBe(report.replaced);
    expect(await tell(memory)).toEqual(before);
    expect((await secretIds(memory)).filter((id) => ids.includes(id))).toEqual([]);
    expect((await memory.doctor()).checks.filter(({ status }) => status === 'fault')).toEqual([]);
    expect((await memory.query('Zanzibar')).hits.length).toBeGreaterThan(0);
    expect(readFileSync(keyFile(vault)).equals(old)).toBe(false);
    expect(readdirSync(keysOf(vault)).filter((name) => name.endsWith('.next'))).toEqual([]);

    // Nothing is left to do, and nothing has changed.
    const again = await memory.index();
    expect(again.report).toMatchObject({ claimsNew: 0, claimsRetired: 0 });
    await memory.restore(copy);
    await memory.index();
    expect(await tell(memory)).toEqual(before);
    await memory.close();

    // A thief with the old key can read nothing in the new database.
    renameSync(keysOf(vault), `${keysOf(vault)}.new`);
    renameSync(stolen, keysOf(vault));
    await using thief = await open(vault);
    if (encrypted) await expect(thief.claims.listClaims()).rejects.toMatchObject({ code: 'DATABASE_KEY' });
    else {
      const { claims } = await thief.claims.listClaims({ bands: ['secret'], limit: 100 });
      expect(claims.length).toBe(ids.length);
      expect(claims.every(({ object }) => object === '[redacted]')).toBe(true);
    }
  },
);

it('keeps the grip of the ledger on secret claims, forgotten and erased ones', async () => {
  await using vault = await setupVault(NOTES);
  await using memory = await open(vault);
  await memory.index();
  const { claims } = await memory.claims.listClaims({ limit: 100 });
  const idOf = (object: string) => claims.find((claim) => claim.object?.includes(object))?.id ?? '';
  await memory.forget(idOf('Oslo'), 'wrong');
  await memory.erase({ claim: idOf('Bergen') });
  const before = await tell(memory);
  await memory.rotateKey();
  await memory.index({ full: true });
  expect(await tell(memory)).toEqual(before);
  const now = (await memory.claims.listClaims({ limit: 100, status: ['current'] })).claims;
  expect(now.filter(({ object }) => /Oslo|Bergen/.test(object ?? ''))).toEqual([]);
});

it('undoes a replacing that was interrupted before the database was made anew', async () => {
  await using vault = await setupVault(NOTES);
  {
    await using memory = await open(vault);
    await memory.index();
  }
  const old = readFileSync(keyFile(vault));
  writeFileSync(`${keyFile(vault)}.next`, Buffer.alloc(32, 7), { mode: 0o600 });
  await using memory = await open(vault);
  expect(await memory.claims.countClaims({ bands: ['secret'] })).toBeGreaterThan(0);
  expect((await memory.index()).notices.join()).toContain('undone');
  expect(readFileSync(keyFile(vault)).equals(old)).toBe(true);
  expect(readdirSync(keysOf(vault)).filter((name) => name.endsWith('.next'))).toEqual([]);
});

it.each([false, true])(
  'finishes one that was interrupted before the old key went, and reads with the new one until then (encrypted: %s)',
  async (encrypted) => {
    await using vault = await setupVault(NOTES);
    if (encrypted) await vault.write('../config/config.toml', '[privacy]\nencrypt_database = true\n');
    const known: string[] = [];
    {
      await using memory = await open(vault);
      await memory.index();
      known.push(...(await tell(memory)));
      const old = readFileSync(keyFile(vault));
      await memory.rotateKey();
      // The state before the last step.
      const path = keyFile(vault);
      renameSync(path, `${path}.next`);
      writeFileSync(path, old, { mode: 0o600 });
    }
    {
      await using reader = await open(vault);
      expect(await tell(reader)).toEqual(known);
    }
    await using memory = await open(vault);
    expect((await memory.index()).notices.join()).toContain('finished now');
    expect(readdirSync(keysOf(vault)).filter((name) => name.endsWith('.next'))).toEqual([]);
    expect(await tell(memory)).toEqual(known);
  },
);

it('says which key a copy needs that was moved away before', async () => {
  await using vault = await setupVault(NOTES);
  await vault.write('../config/config.toml', '[privacy]\nencrypt_database = true\n');
  await using memory = await open(vault);
  await memory.index();
  const copy = join(vault.root, '.memora', 'copy.db');
  await memory.backup(copy);
  renameSync(copy, `${copy}.away`);
  const { replaced } = await memory.rotateKey();
  renameSync(`${copy}.away`, copy);
  await expect(memory.restore(copy)).rejects.toMatchObject({
    code: 'BACKUP_KEY',
    message: expect.stringContaining(replaced),
  });
  renameSync(copy, `${copy}.elsewhere`);
  await expect(memory.restore(`${copy}.elsewhere`)).rejects.toMatchObject({
    code: 'BACKUP_KEY',
    message: expect.stringContaining(replaced),
  });
  const rotation = await openKeyRotation({
    vaultRoot: vault.root,
    configDir: vault.env['MEMORA_CONFIG_DIR'] ?? '',
  });
  expect(rotation.past().map(({ keyId }) => keyId)).toEqual([replaced]);
});

it('refuses while another has the database open, and changes nothing', async () => {
  await using vault = await setupVault(NOTES);
  await using memory = await open(vault);
  await memory.index();
  await using other = await open(vault);
  await other.claims.listClaims();
  const old = readFileSync(keyFile(vault));
  await expect(memory.rotateKey()).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
  expect(readFileSync(keyFile(vault)).equals(old)).toBe(true);
  expect(await memory.claims.countClaims({ bands: ['secret'] })).toBeGreaterThan(0);
});
