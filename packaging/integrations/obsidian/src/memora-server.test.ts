import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startMemoraServer } from './memora-server.ts';

async function withProgram(code: string, act: (command: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'memora-program-'));
  try {
    const file = join(folder, 'program.mjs');
    await writeFile(file, code);
    await act(`${process.execPath} ${file}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

it('reads the address that the command prints, and only one of this machine', async () => {
  const lines = [
    'not json',
    '{"type":"serving","url":"http://evil.example/x/"}',
    '{"type":"serving","url":"http://127.0.0.1:4321/token/"}',
  ];
  await withProgram(
    `console.log(${JSON.stringify(lines.join('\n'))}); setInterval(() => {}, 1000);`,
    async (command) => {
      const server = await startMemoraServer(command, '/notes');
      expect(server.address).toBe('http://127.0.0.1:4321/token/');
      server.stop();
    },
  );
});

it('says what to do where the command is not there, or ends', async () => {
  await expect(startMemoraServer('no-such-program-here', '/notes')).rejects.toThrow(
    'Set the command in the settings',
  );
  await withProgram('process.exit(2)', async (command) => {
    await expect(startMemoraServer(command, '/notes')).rejects.toThrow('Run it in a terminal to see why.');
  });
});
