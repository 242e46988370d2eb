/**
 * From an empty database to a cited answer with only `docs/teams.md`. Its blocks run exactly as printed, with the packed command
 * line and a separate home folder for each terminal. People have the address and a token, and no access to the database.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { programOf } from '@memora/testing-fixtures/program-of';
import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { verifyReceipt } from '@memora/validator/receipts';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser, openPage } from './open-browser.ts';

const exec = promisify(execFile);
const SERVER = fileURLToPath(new URL('../packages/mcp/src/bin.ts', import.meta.url));
const PAGE = fileURLToPath(new URL('../docs/teams.md', import.meta.url));
const PASSWORD = 'of-the-page';
const FERRY = '# Ferry\n\nThe ferry leaves at 7:40 every morning.\n';
const NOTE = '# Buoys\n\nThe buoys report every ten minutes.\n\nThe harbour has three cranes.\n';

const reason = whyNoServer();
describe.skipIf(reason !== null)(
  `the page about a team's memory${reason === null ? '' : ` (${reason})`}`,
  () => {
    let folder: string;
    let postgres: TestServer;
    /** The blocks of the page, in their order. */
    let blocks: readonly string[];
    const tokens: Record<string, string> = {};
    let browser: Browser;
    let isStopped = false;
    let server: ChildProcess | undefined;
    const stop = async () => {
      if (server !== undefined && server.exitCode === null) {
        server.kill('SIGTERM');
        await once(server, 'close');
      }
      if (!isStopped) await postgres?.[Symbol.asyncDispose]();
      isStopped = true;
    };

    beforeAll(async () => {
      browser = await openBrowser();
      folder = await mkdtemp(join(tmpdir(), 'memora-page-'));
      for (const home of ['first', 'second']) await mkdir(join(folder, home));
      await mkdir(join(folder, 'first/handbook'));
      await writeFile(join(folder, 'first/handbook/buoys.md'), NOTE);
      await writeFile(join(folder, 'first/handbook/ferry.md'), FERRY);
      postgres = await startServer();
      // The administrator of the page.
      postgres.psql(`CREATE ROLE postgres SUPERUSER LOGIN PASSWORD '${PASSWORD}'`);
      const port = await freePort();
      const page = await readFile(PAGE, 'utf8');
      blocks = [...page.matchAll(/```bash\n([\s\S]*?)```/g)].map(([, block = '']) =>
        // The values that a reader fills in: a password, and the server's address.
        block
          .replace("'…'", `'${PASSWORD}'`)
          .replaceAll('@localhost/', `@localhost:${postgres.port}/`)
          .replaceAll(':7420', `:${port}`),
      );
    });
    afterAll(async () => {
      await browser?.close();
      await stop();
      await rm(folder, { recursive: true, force: true });
    });

    const settingsOf = (home: string, isOperator: boolean) => ({
      PATH: `${join(inject('project'), 'node_modules/.bin')}:${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: join(folder, home),
      ...(isOperator
        ? { PGHOST: '127.0.0.1', PGPORT: String(postgres.port), PGUSER: 'postgres', PGPASSWORD: PASSWORD }
        : {}),
    });
    /** Runs a block as if it were pasted, and returns its output. People have no database password. */
    const paste = async (home: string, block: string): Promise<string> => {
      const env = settingsOf(home, !block.includes('MEMORA_TEAM_SERVER'));
      const { stdout } = await exec('bash', ['-e', '-c', block], { cwd: join(folder, home), env });
      return stdout;
    };
    /** Starts the process in the last line of a block, and returns the output of the other lines. */
    const startLast = async (home: string, block: string): Promise<string> => {
      const lines = block.trimEnd().split('\n');
      const [last, said] = [lines.pop() ?? '', await paste(home, lines.join('\n'))];
      const program = [process.execPath, ...programOf(SERVER)].map((part) => `'${part}'`).join(' ');
      const settings = lines.filter((line) => line.startsWith('export'));
      const started = [...settings, last.replace(/^memora-mcp /, `exec ${program} `)].join('\n');
      server = spawn('bash', ['-e', '-c', started], {
        ...{ cwd: join(folder, home), env: settingsOf(home, true), stdio: ['ignore', 'ignore', 'pipe'] },
      });
      await new Promise<void>((resolve, reject) => {
        let heard = '';
        server?.once('exit', () => reject(new Error(`the server ended: ${heard.slice(-600)}`)));
        server?.stderr?.setEncoding('utf8').on('data', (part: string) => {
          heard += part;
          if (heard.includes('listening on')) resolve();
        });
      });
      return said;
    };

    it('leads to a cited answer in a second terminal', async () => {
      const [setUp = '', serve = '', push = '', ask = '', more = ''] = blocks;
      await paste('first', setUp);
      const [ann = '', ben = ''] = (await startLast('first', serve)).trim().split('\n');
      Object.assign(tokens, { ann, ben });
      await paste('first', push.replace('…', ann));
      const asBen = ask.replace('…', ben);
      const answered = () => paste('second', asBen).catch(({ stdout }: { stdout: string }) => stdout);
      await expect
        .poll(answered, { timeout: 60_000, interval: 500 })
        .toContain('The buoys report every ten minutes');
      expect(await answered()).toContain('buoys.md');
      const [claims = '', verify = '', pull = ''] = more.split('\n');
      const [settings = ''] = asBen.split('\n');
      const [id] = /\b[0-9a-z]{16}\b/.exec(await paste('second', `${settings}\n${claims}`)) ?? [];
      const said = `The buoys report every ten minutes [claim:${id}].\n`;
      await writeFile(join(folder, 'second/answer.md'), said);
      expect(await paste('second', `${settings}\n${verify}`)).toContain('1 verified');
      await paste('second', `${settings}\n${pull}`);
      expect(await readFile(join(folder, 'second/handbook/buoys.md'), 'utf8')).toBe(NOTE);
    });

    it('shows the team on a page: an answer, its line in the note, and a search', async () => {
      const settings = (blocks[3] ?? '').split('\n').filter((line) => line.startsWith('export'));
      const { ben = '' } = tokens;
      const open = `${settings.join('\n').replace('…', ben)}\nexec memora open --team --no-browser`;
      const child = spawn('bash', ['-e', '-c', open], {
        ...{
          cwd: join(folder, 'second'),
          env: settingsOf('second', false),
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      });
      await using _closing = {
        [Symbol.asyncDispose]: async () => {
          child.kill('SIGTERM');
          await once(child, 'close');
        },
      };
      const [said] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
      const { page, complaints } = await openPage(browser, String(said).trim());
      const region = page.getByRole('region', { name: 'Source' });
      await page.getByRole('textbox', { name: 'Ask' }).fill('How often do the buoys report?');
      await page.keyboard.press('Enter');
      const source = page.getByRole('region', { name: 'Answer' }).getByRole('button', { name: /^Source/u });
      await source.first().click();
      const mark = region.locator('mark').first();
      expect(await mark.textContent()).toContain('every ten minutes');
      await region.getByText(/^written by ann on \d/u).waitFor();
      expect(
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents(),
      ).toEqual(['Ask', 'Notes']);
      expect(await page.getByRole('button', { name: /Edit|Save|Receipt/u }).count()).toBe(0);
      await page.getByRole('link', { name: 'Notes' }).click();
      await page.getByRole('link', { name: 'ferry' }).click();
      const note = page.getByRole('region', { name: 'Note', exact: true });
      await note.getByText('7:40').waitFor();
      await page.getByRole('searchbox').fill('cranes');
      await page.locator('.found a').first().click();
      expect(await note.locator('mark').first().textContent()).toContain('three cranes');
      expect(await note.locator('[data-author]').textContent()).toMatch(/^written by ann on \d+ \w+ \d{4}$/u);
      // Ann changes a line while Ben reads an answer that cites it.
      await page.getByRole('link', { name: 'Ask', exact: true }).click();
      await page.getByRole('textbox', { name: 'Ask' }).fill('When does the ferry leave?');
      await page.keyboard.press('Enter');
      const answer = page.getByRole('region', { name: 'Answer' });
      await answer.getByText('7:40').first().waitFor();
      await source.first().waitFor();
      await writeFile(join(folder, 'first/handbook/ferry.md'), FERRY.replace('7:40', '9:15'));
      await paste('first', (blocks[2] ?? '').replace('…', tokens['ann'] ?? ''));
      await answer.locator('s').getByText('7:40').waitFor();
      await answer.locator('[data-state="changed"]').first().waitFor();
      expect(complaints).toEqual([]);
    });

    it('lets an operator ask the database', async () => {
      const [, , , , , ask = '', more = ''] = blocks;
      await copyFile(join(folder, 'second/answer.md'), join(folder, 'first/answer.md'));
      expect(await paste('first', ask)).toContain('The buoys report every ten minutes');
      const [, verify = '', report = ''] = more.split('\n');
      const settings = ask
        .split('\n')
        .filter((line) => line.startsWith('export'))
        .join('\n');
      expect(await paste('first', `${settings}\n${verify}`)).toContain('verified');
      await paste('first', `${settings}\n${report}`);
      expect(await readFile(join(folder, 'first/team.html'), 'utf8')).toContain('buoys');
    });

    it('leads to a receipt that is valid against a pulled folder alone, and not against an altered one', async () => {
      const [, , , , , ask = '', more = ''] = blocks;
      const settings = ask.split('\n').filter((line) => line.startsWith('export'));
      const [, verify = ''] = more.split('\n');
      await paste(
        'first',
        [...settings, `${verify} --receipt receipt.json`, 'memora team pull --vault ~/pulled'].join('\n'),
      );
      await stop();
      const receipt = await readFile(join(folder, 'first/receipt.json'), 'utf8');
      const note = join(folder, 'first/pulled/buoys.md');
      expect(await readFile(note, 'utf8')).toBe(NOTE);
      const check = () =>
        verifyReceipt(receipt, {
          sources: (path) => readFile(join(folder, 'first/pulled', path)).catch(() => null),
        });
      const { problems, unchecked } = await check();
      expect([problems, unchecked]).toEqual([[], 0]);
      const { citations } = JSON.parse(receipt) as { readonly citations: readonly unknown[] };
      expect(citations).toHaveLength(1);
      await writeFile(note, NOTE.replace('ten', 'two'));
      expect((await check()).problems.map(({ code }) => code).sort()).toEqual([
        'note_mismatch',
        'span_mismatch',
      ]);
      // Next to the cited words: they still hold, but the note has changed.
      await writeFile(note, NOTE.replace('three', 'seven'));
      expect((await check()).problems.map(({ code }) => code)).toEqual(['note_mismatch']);
      await rm(note);
      expect((await check()).problems.map(({ code }) => code)).toEqual(['note_missing']);
    });
  },
);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  await new Promise((done) => server.close(done));
  return port;
}
