import { deflateRawSync } from 'node:zlib';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readConversations } from './read-conversations.ts';

const chat = (id: string, text = 'The relay moved to Lisbon.') => ({
  uuid: id,
  chat_messages: [{ sender: 'human', text }],
});
const json = (value: unknown) => strToU8(JSON.stringify(value));

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Uint8Array, size = 1_000): Promise<string[]> {
  const found: string[] = [];
  for await (const each of readConversations(inPieces(bytes, size)))
    found.push('problem' in each ? each.problem : each.id);
  return found;
}

const ARCHIVE = zipSync({
  'user.json': json({ name: 'Ida' }),
  'export/conversations.json': json([chat('c1'), chat('c2')]),
  '../../conversations-001.json': json([chat('c3')]),
  'picture.png': [new Uint8Array(5_000), { level: 0 }],
} satisfies Zippable);

it.each([1, 7, 1_000, 1_000_000])('are read from an archive that comes %i bytes at a time', async (size) => {
  expect(await read(ARCHIVE, size)).toEqual(['c1', 'c2', 'c3']);
});

it('names an archive that holds no conversation', async () => {
  expect(await read(zipSync({ 'notes.txt': json('PK') }))).toEqual(['ARCHIVE_INVALID']);
});

it('reads an archive cut off anywhere as far as it goes, and says so', async () => {
  for (let end = 4; end < ARCHIVE.length; end += 13) {
    const found = await read(ARCHIVE.subarray(0, end));
    const ids = found.filter((each) => /^c\d$/u.test(each));
    expect(ids).toEqual(['c1', 'c2', 'c3'].slice(0, ids.length));
    expect(ids.length === 3 || found.length > ids.length).toBe(true);
  }
});

it('reads a damaged archive without a fault of its own', async () => {
  for (let at = 0; at < ARCHIVE.length; at += 41) {
    const damaged = ARCHIVE.slice();
    damaged[at] = (damaged[at] ?? 0) ^ 0xff;
    for (const each of await read(damaged)) expect(each).toMatch(/^(?:c\d|[A-Z_]+)$/u);
  }
});

it('stops at an archive that was made to fill the disk', async () => {
  const zeros = deflateRawSync(Buffer.alloc(80 * 1024 * 1024, 0x20), { level: 9 });
  const name = Buffer.from('conversations.json');
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(zeros.length, 18);
  head.writeUInt32LE(80 * 1024 * 1024, 22);
  head.writeUInt16LE(name.length, 26);
  expect(await read(Buffer.concat([head, name, zeros]), 64 * 1024)).toContain('TOO_LARGE');
});
