import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fingerprint } from '@memora/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSecretCodec, openKeyring } from './keyring.ts';
import { configFolder } from './keys/config-folder.ts';

async function setupFolders() {
  const base = await mkdtemp(join(tmpdir(), 'memora-keyring-'));
  const vaultRoot = join(base, 'vault');
  await mkdir(vaultRoot);
  return {
    vaultRoot,
    configDir: join(base, 'config'),
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true }),
  };
}

it('keeps one key a vault, 0600, outside the vault', async () => {
  await using folders = await setupFolders();
  await using first = await openKeyring(folders);
  await using second = await openKeyring(folders);
  expect(first.created).toBe(true);
  expect(second.created).toBe(false);
  expect(second.decrypt(first.encrypt('salary'))).toBe('salary');
  expect((await stat(first.path)).mode & 0o777).toBe(0o600);
  expect(first.path.startsWith(folders.configDir)).toBe(true);
  const other = join(folders.vaultRoot, '..', 'other');
  await mkdir(other);
  await using third = await openKeyring({ vaultRoot: other, configDir: folders.configDir });
  expect(third.keyId).not.toBe(first.keyId);
});

it('keeps one ledger key for all vaults, so that a vault can be moved', async () => {
  await using folders = await setupFolders();
  await using first = await openKeyring(folders);
  const other = join(folders.vaultRoot, '..', 'other');
  await mkdir(other);
  await using second = await openKeyring({ vaultRoot: other, configDir: folders.configDir });
  const text = Buffer.from('The pump runs at 40 bar.');
  expect(second.ledgerMark(text)).toBe(first.ledgerMark(text));
  expect(first.ledgerMark(text)).toMatch(/^[0-9a-f]{8}\.[0-9a-f]{32}$/);
  const file = join(folders.configDir, 'keys', 'ledger.key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await rm(file);
  await using third = await openKeyring(folders);
  expect(third.ledgerMark(text).slice(0, 8)).not.toBe(first.ledgerMark(text).slice(0, 8));
});

it('tightens a key file that others could read', async () => {
  await using folders = await setupFolders();
  const { path } = await openKeyring(folders);
  await chmod(path, 0o644);
  await openKeyring(folders);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('makes a new key where the old one is lost or damaged, and says so', async () => {
  await using folders = await setupFolders();
  await using before = await openKeyring(folders);
  const box = before.encrypt('salary');
  await rm(before.path);
  await using after = await openKeyring(folders);
  expect(after.created).toBe(true);
  expect(() => after.decrypt(box)).toThrow(expect.objectContaining({ code: 'KEY_MISMATCH' }));
  await writeFile(after.path, 'short');
  await using third = await openKeyring(folders);
  expect(third.created).toBe(true);
  expect(await readFile(`${after.path}.damaged`, 'utf8')).toBe('short');
});

it('gives the same key to processes that start at once', async () => {
  await using folders = await setupFolders();
  const rings = await Promise.all(Array.from({ length: 12 }, () => openKeyring(folders)));
  expect(new Set(rings.map((ring) => ring.keyId)).size).toBe(1);
});

it('refuses a config folder inside the vault', async () => {
  await using folders = await setupFolders();
  const configDir = join(folders.vaultRoot, '.config');
  await expect(openKeyring({ ...folders, configDir })).rejects.toMatchObject({ code: 'KEY_INSIDE_VAULT' });
  expect(await readdir(folders.vaultRoot)).toEqual([]);
});

it('finds the config folder by environment, then by platform', () => {
  expect(configFolder({ MEMORA_CONFIG_DIR: '/a' })).toBe('/a');
  expect(configFolder({ XDG_CONFIG_HOME: '/x' })).toBe('/x/memora');
  expect(configFolder({}, 'linux')).toMatch(/\.config\/memora$/);
  expect(configFolder({}, 'darwin')).toMatch(/Application Support\/memora$/);
});

it('round-trips any text, never twice to the same bytes, and refuses any changed byte', () => {
  const codec = createSecretCodec(new Uint8Array(32).fill(7));
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.nat(), (text, pick) => {
      const box = codec.encrypt(text);
      expect(codec.decrypt(box)).toBe(text);
      expect(Buffer.from(codec.encrypt(text)).equals(box)).toBe(false);
      expect(box.length % 32).toBe((1 + 12 + 16) % 32);
      const at = pick % box.length;
      box[at] = (box[at] ?? 0) ^ 1;
      expect(() => codec.decrypt(box)).toThrow(expect.objectContaining({ code: 'KEY_MISMATCH' }));
    }),
  );
});

it('hashes under the key only: fingerprints, ids and tokens differ from plain ones and from another key', () => {
  const one = createSecretCodec(new Uint8Array(32).fill(1));
  const two = createSecretCodec(new Uint8Array(32).fill(2));
  const bytes = new TextEncoder().encode('4242');
  expect(one.fingerprint(bytes)).not.toBe(fingerprint(bytes));
  expect(one.fingerprint(bytes)).not.toBe(two.fingerprint(bytes));
  expect(one.hashToken('4242')).toMatch(/^[0-9a-z]{22}$/);
  expect(one.hashToken('4242')).toBe(one.hashToken('4242'));
  expect(one.hashToken('4242')).not.toBe(two.hashToken('4242'));
  expect(() => createSecretCodec(new Uint8Array(16))).toThrow(RangeError);
});
