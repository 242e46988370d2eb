import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openSite } from './enemies/open-site.ts';
import { putFile } from './enemies/put-file.ts';
import { speakMcp } from './enemies/speak-mcp.ts';
import { swapFolder } from './enemies/swap-folder.ts';
import { snapshot } from './open-workspace.ts';
import { type Finished, runMemora } from './run-memora.ts';

const MCP = fileURLToPath(new URL('../packages/mcp/dist/bin.js', import.meta.url));

it.skipIf(process.platform !== 'linux')(
  'the command reads and changes nothing outside while a folder of notes turns into a link and back',
  async () => {
    await using site = await openSite({
      spoil: ({ vault, outside }) => {
        mkdirSync(join(outside, 'folder', 'deep'));
        for (let i = 0; i < 60; i++) {
          putFile({ vault }, `region/deep/n${i}.md`, `Kiln ${i} burns at ${900 + i} degrees.\n`);
          writeFileSync(join(outside, 'folder', 'deep', `n${i}.md`), `Kiln ${i} is sentinelzanzibar.\n`);
        }
        symlinkSync(join(outside, 'folder'), join(outside, '..', 'link'));
      },
    });
    const { vault, folder, env } = site;
    const before = site.snapshot();
    const at = ['--vault', vault];
    {
      await using _ = await swapFolder(join(vault, 'region'), join(folder, 'link'), join(folder, 'aside'));
      for (const args of [
        ['index'],
        ['index', '--full'],
        ['consolidate', '--all', '--yes'],
        ['notes', 'autofill', '--yes'],
        ['capture', 'The crane is red.', '--region', 'region/deep'],
        ['index', '--full'],
      ]) {
        const { code, stdout, stderr } = await runMemora([...args, ...at], { env });
        // Swapped notes are reported, and the next index reads them.
        expect([0, 1, 2, 3, 4], `${args.join(' ')}: ${stderr}`).toContain(code);
        expect(stdout + stderr).not.toContain('sentinelzanzibar');
        expect(site.snapshot(), args.join(' ')).toBe(before);
      }
    }
    expect((await runMemora(['index', ...at], { env })).code).toBe(0);
    const { stdout } = await runMemora(['export', ...at], { env });
    expect(stdout).toContain('959');
    expect(stdout).not.toContain('sentinelzanzibar');
    expect(site.snapshot()).toBe(before);
  },
);

/** Notes whose shape makes them slow to read. */
const COSTLY: Readonly<Record<string, string>> = {
  'tea.md': 'Ida likes tea. '.repeat(20_000),
  'quotes.md': '> '.repeat(150_000),
  'words.md': `${'['.repeat(100_000)}\n${'x'.repeat(100_000)}`,
};

it('leaves everything intact if it is stopped while it reads hostile notes', async () => {
  await using site = await openSite({
    spoil: (where) => {
      for (const [name, text] of Object.entries(COSTLY)) putFile(where, name, text);
    },
  });
  const { vault, env } = site;
  const at = ['--vault', vault];
  const notes = await snapshot(vault);
  const stopped: (number | null)[] = [];
  for (const [args, afterMs] of [
    [['index'], 0],
    [['index'], 300],
    [['index'], 900],
    [['watch'], 300],
  ] as const) {
    rmSync(join(vault, '.memora'), { recursive: true, force: true });
    const { code, signal, stderr } = await runMemora([...args, ...at], {
      env,
      // The notes are read once there is a database for them.
      onStart: async (child) => {
        while (!existsSync(join(vault, '.memora', 'memora.db')) && child.exitCode === null) await wait(5);
        await wait(afterMs);
        child.kill('SIGINT');
      },
    });
    stopped.push(code);
    expect([signal, stderr.includes('    at ')], stderr).toEqual([null, false]);
    expect([0, 130], `${args.join(' ')}: ${stderr}`).toContain(code);
    expect(await snapshot(vault)).toEqual(notes);
    expect(leftovers(vault)).toEqual([]);
  }
  expect(stopped).toContain(130);
  expect((await stopServer(vault, env)).code).toBe(0);
  expect(leftovers(vault)).toEqual([]);
  // The interrupted work blocks nothing.
  for (const name of Object.keys(COSTLY)) putFile({ vault }, name, '# Tea\n\nTea is hot.\n');
  expect((await runMemora(['index', ...at], { env })).code).toBe(0);
  expect((await runMemora(['doctor', ...at], { env })).stdout).not.toContain('damaged');
  const { stdout } = await runMemora(['query', 'At how many bar does the pump run?', ...at], { env });
  expect(stdout).toContain('40 bar');
});

/** Locks and drafts. */
function leftovers(vault: string): string[] {
  return readdirSync(vault, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:lock|tmp)$/.test(name),
  );
}

/** Stops a server while it captures a megabyte. */
async function stopServer(
  vault: string,
  env: Readonly<Record<string, string>>,
): Promise<Pick<Finished, 'code'>> {
  const child = spawn(process.execPath, [MCP, '--vault', vault], { env: { ...env }, stdio: 'pipe' });
  const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
  child.stdout.setEncoding('utf8');
  child.stdin.on('error', () => undefined);
  const body = 'Ida likes tea. '.repeat(16_000);
  void speakMcp(child, [
    {
      method: 'tools/call',
      params: { name: 'memora_capture', arguments: { region: 'notes', summary: 'Tea', body } },
    },
  ]);
  await wait(900);
  child.kill('SIGINT');
  return { code: await ended };
}
