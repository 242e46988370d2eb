import type { ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openPage, whenReady } from './open-browser.ts';
import { openWorkspace } from './open-workspace.ts';
import { runJson, runMemora } from './run-memora.ts';

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const note = (body: string, date: string) => `---\ndate: ${date}\n---\n${body}\n`;
const NOTES = {
  'semantic/drift/format-2024.md': note('The wire version of Drift Core is 1.', '2024-11-04'),
  'semantic/drift/format-2025.md': note('The wire version of Drift Core is 2.', '2025-09-12'),
  'semantic/drift/rollout.md': note('The rollout plan depends on [[format-2024]].', '2025-08-01'),
  'semantic/bench/one.md': note('The rack count of Drift Bench is 3.', '2025-01-01'),
  'semantic/bench/two.md': note('The rack count of Drift Bench is 5.', '2025-01-01'),
  'semantic/people/ida.md': note(
    'Ida likes tea.\nIda lives in Umeå.\nIda moved to Umeå in 2024.\n\nWho owns the boat?',
    '2025-03-01',
  ),
};

const HOSTILE = {
  'a.md': note('The tag <script>alert(1)</script> is <img src=x onerror=alert(2)> bad.', '2026-01-01'),
  'b.md': note('The link is [click](javascript:alert(3)) </script><script>alert(4)</script>.', '2026-01-01'),
  'c"><svg onload=alert(5)>.md': note('The port of "><b onmouseover=alert(6)> is 80.', '2026-01-01'),
  'd.md': note('The style is </style><style>body{display:none}</style> {{constructor}}.', '2026-01-01'),
  'e.md': note('The door is \u202eneerg\u202c and \u2066red.\n\nThe gate is blue\u2028 now.', '2026-01-01'),
  'f.md': `---\ntitle: ${'T'.repeat(1_000_000)}\n---\nThe roof is flat.\n`,
  'g.md': note(`The ${'W'.repeat(100_000)} is long.`, '2026-01-01'),
  'h.md': note(
    'The page is <base href="https://evil.example/"><meta http-equiv=refresh content=0>.',
    '2026-01-01',
  ),
  'i.md': note(
    'The picture is ![x](https://evil.example/x.png) and <iframe src="https://evil.example">.',
    '2026-01-01',
  ),
};

/** A page may be slow on a busy machine. No test checks how slow. */
const eventually = <Value>(read: () => Value | Promise<Value>) => expect.poll(read, { timeout: 60_000 });

let browser: Browser;
/** The report of {@link NOTES}. No test writes to it. */
let report: Awaited<ReturnType<typeof makeReport>>;
beforeAll(async () => {
  browser = await openBrowser();
  report = await makeReport(NOTES);
});
afterAll(async () => {
  await browser.close();
  await report[Symbol.asyncDispose]();
});

async function makeReport(notes: Readonly<Record<string, string>>, ...args: string[]) {
  const workspace = await openWorkspace(notes);
  const at = ['--vault', workspace.vault];
  await runMemora(['index', '--no-write', ...at], { env: workspace.env });
  const file = join(workspace.folder, 'report.html');
  const payload = await runJson<{ readonly claims_shown: number }>(
    ['report', '--output', file, ...args, ...at],
    {
      env: workspace.env,
    },
  );
  return { ...workspace, file, url: pathToFileURL(file).href, payload };
}

/** The violations that axe rates serious or critical. */
async function findFaults(page: Page): Promise<string[]> {
  await page.evaluate(await axe);
  const { violations } = await page.evaluate<{
    violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[];
  }>('axe.run(document, { resultTypes: ["violations"] })');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`);
}

describe('the report in a browser', () => {
  it('opens without an error, requests nothing, and shows the content of the vault', async () => {
    const { page, complaints, requests } = await openPage(browser, report.url);
    await whenReady(page);
    expect(await page.locator('#contradictions .pair').count()).toBe(2);
    expect(await page.locator('#stale .chain').count()).toBe(1);
    expect(await page.locator('#timelines .timeline').count()).toBeGreaterThan(0);
    expect(await page.locator('#count').textContent()).toBe(`${report.payload.claims_shown} claims`);
    expect(complaints).toEqual([]);
    expect(requests).toEqual([report.url]);
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)('has no serious fault for axe, %s', async (colorScheme) => {
    const { page } = await openPage(browser, report.url, { colorScheme });
    await whenReady(page);
    await page.locator('#canvas').press('ArrowRight');
    await page.locator('#list summary').click();
    expect(await findFaults(page)).toEqual([]);
    await page.context().close();
  });

  it('searches, filters and clears', async () => {
    const { page } = await openPage(browser, report.url);
    await whenReady(page);
    await page.locator('#list summary').click();
    const rows = page.locator('#rows tr');
    await page.locator('#search').fill('umeå tea');
    await eventually(() => page.locator('#count').textContent()).toBe('0 claims');
    await page.locator('#search').fill('UMEÅ');
    await eventually(() => rows.count()).toBe(2);
    await page.locator('#search').fill('');
    await page.locator('[name=status][value=current]').uncheck();
    await page.locator('[name=status][value=contested]').uncheck();
    await eventually(() => rows.count()).toBe(2);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect
      .poll(() => page.locator('#count').textContent())
      .toBe(`${report.payload.claims_shown} claims`);
    await page.locator('#moment').fill(String(Math.floor(Date.parse('2025-02-01') / 86_400_000)));
    await eventually(() => page.locator('#date').textContent()).toBe('2025-02-01');
    await eventually(() => rows.filter({ hasText: 'tea' }).count()).toBe(0);
    await eventually(() => rows.filter({ hasText: 'wire version of Drift Core is 1' }).count()).toBe(1);
    expect(await rows.filter({ hasText: 'wire version of Drift Core is 2' }).count()).toBe(0);
    await page.context().close();
  });

  it('can be used with the keyboard alone, down to the source line', async () => {
    const { page } = await openPage(browser, report.url);
    await whenReady(page);
    await page.locator('#canvas').focus();
    await page.keyboard.press('ArrowRight');
    const panel = page.locator('#panel');
    const first = await panel.locator('mark').textContent();
    expect(first).toBeTruthy();
    const seen = new Set([first]);
    for (const key of [
      'ArrowRight',
      'ArrowUp',
      'ArrowLeft',
      'ArrowDown',
      'ArrowLeft',
      'ArrowUp',
      'ArrowRight',
    ]) {
      await page.keyboard.press(key);
      seen.add(await panel.locator('mark').textContent());
    }
    expect(seen.size).toBeGreaterThan(3);
    expect(await panel.locator('.place').getAttribute('href')).toMatch(
      /^obsidian:\/\/open\?vault=vault&file=/u,
    );
    await page.keyboard.press('+');
    await page.keyboard.press('0');
    await page.keyboard.press('Escape');
    expect(await panel.locator('mark').count()).toBe(0);
    await page.context().close();
  });

  it('can be used with the pointer: a click on a dot chooses its claim', async () => {
    const { page } = await openPage(browser, report.url, { reducedMotion: 'reduce' });
    await whenReady(page);
    const canvas = page.locator('#canvas');
    await canvas.press('ArrowRight');
    const words = page.locator('#panel mark');
    const chosen = await words.textContent();
    // The chosen dot was moved to the middle. Escape leaves it there.
    await canvas.press('Escape');
    expect(await words.count()).toBe(0);
    await eventually(async () => {
      await canvas.click();
      return (await words.count()) === 0 ? null : words.textContent();
    }).toBe(chosen);
    await page.context().close();
  });

  it('goes from a contradiction to its place in the graph', async () => {
    const { page, complaints } = await openPage(browser, report.url);
    await whenReady(page);
    const card = page.locator('#contradictions .card').first();
    const words = await card.locator('mark').textContent();
    expect(words).toMatch(/^The rack count of Drift Bench is [35]\.$/u);
    await card.locator('button').click();
    expect(await page.locator('#panel mark').textContent()).toBe(words);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('is complete without scripts, and on paper', async () => {
    const { page } = await openPage(browser, report.url, { javaScriptEnabled: false });
    expect(await page.locator('noscript').count()).toBe(1);
    expect(await page.locator('#contradictions .card').count()).toBe(4);
    await page.context().close();
    const printed = await openPage(browser, report.url);
    await whenReady(printed.page);
    const pdf = await printed.page.pdf();
    expect(pdf.length).toBeGreaterThan(10_000);
    expect(await printed.page.locator('#print-graph circle').count()).toBeGreaterThan(5);
    await printed.page.context().close();
  });

  it('is usable in a browser without WebGL', async () => {
    const plain = await openBrowser(['--disable-3d-apis']);
    try {
      const { page } = await openPage(plain, report.url);
      await whenReady(page);
      expect(await page.locator('#canvas').textContent()).toContain('no WebGL');
      await page.locator('#search').fill('umeå');
      await eventually(() => page.locator('#rows tr').count()).toBe(2);
      await page.locator('#rows button').first().click();
      expect(await page.locator('#panel mark').textContent()).toContain('Umeå');
      expect(await findFaults(page)).toEqual([]);
    } finally {
      await plain.close();
    }
  });

  it.each([320, 700, 1024])('needs no sideways scrolling in a window of %i pixels', async (width) => {
    const { page } = await openPage(browser, report.url, { viewport: { width, height: 800 } });
    await whenReady(page);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await page.context().close();
  });

  it('runs nothing from a note', async () => {
    await using hostile = await makeReport(HOSTILE);
    const { page, complaints, requests } = await openPage(browser, hostile.url);
    await whenReady(page);
    await page.locator('#list summary').click();
    for (let i = 0; i < 12; i++) await page.locator('#canvas').press('ArrowRight');
    expect(complaints).toEqual([]);
    expect(requests).toEqual([hostile.url]);
    const body = await page.locator('main').textContent();
    expect(body).toContain('<script>alert(1)</script>');
    expect(body).toContain('⟨U+202E⟩neerg');
    const hrefs = await page
      .locator('a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(hrefs.filter((href) => !href.startsWith('#') && !href.startsWith('obsidian://open?'))).toEqual([]);
    expect(await page.locator('script').count()).toBe(2);
    expect(
      await page.locator('img, iframe, base, object, embed, link, meta[http-equiv=refresh]').count(),
    ).toBe(0);
    expect(await page.locator('section').count()).toBe(10);
    await page.context().close();
  });

  it('blocks by its policy what gets in anyway', async () => {
    const file = join(report.folder, 'evil.html');
    const html = await readFile(report.file, 'utf8');
    const evil =
      '<script>document.title="owned"</script><img src="http://127.0.0.1:9/x" onerror="document.title=\'owned\'">';
    await writeFile(file, html.replace('<main>', `<main>${evil}`));
    const { page, complaints } = await openPage(browser, pathToFileURL(file).href);
    await whenReady(page);
    expect(await page.title()).not.toBe('owned');
    expect(complaints.filter((text) => text.includes('Content Security Policy')).length).toBeGreaterThan(1);
    await page.context().close();
  });
});

describe('memora report', () => {
  it('overwrites a report, and nothing else', async () => {
    const at = ['--vault', report.vault];
    expect((await runMemora(['report', '--output', report.file, ...at], { env: report.env })).code).toBe(0);
    await writeFile(join(report.folder, 'letter.html'), '<p>Dear Ida</p>');
    const { code, stderr } = await runMemora(
      ['report', '--output', join(report.folder, 'letter.html'), ...at],
      {
        env: report.env,
      },
    );
    expect(code).toBe(2);
    expect(stderr).toContain('is not a Memora page');
    expect(await readFile(join(report.folder, 'letter.html'), 'utf8')).toBe('<p>Dear Ida</p>');
  });

  it('is written to .memora by default, and opens nothing without a terminal', async () => {
    const { code, stderr } = await runMemora(['report', '--open', '--vault', report.vault], {
      env: report.env,
    });
    expect(code).toBe(0);
    expect(stderr).toContain('in a browser');
    expect(await readFile(join(report.vault, '.memora', 'report.html'), 'utf8')).toContain('</html>');
  });
});

describe('memora report --watch', () => {
  it('shows an edit in the open page without a reload, contacts nobody else, and ends with Ctrl-C', async () => {
    await using workspace = await openWorkspace(NOTES);
    let child: ChildProcess | undefined;
    const url = Promise.withResolvers<string>();
    const ended = runMemora(['report', '--watch', '--json', '--vault', workspace.vault], {
      env: workspace.env,
      onStart: (started) => {
        child = started;
        started.stdout?.on('data', (chunk: string) => {
          const [, found] = /"url":"([^"]+)"/u.exec(String(chunk)) ?? [];
          if (found !== undefined) url.resolve(found);
        });
      },
    });
    const { page, complaints, requests } = await openPage(browser, await url.promise);
    await whenReady(page);
    await workspace.write('semantic/people/bo.md', note('Bo lives in Grenen.', '2026-01-01'));
    await page.locator('#list summary').click();
    await expect
      .poll(
        async () => {
          const list = page.locator('#list');
          if ((await list.getAttribute('open')) === null) await page.locator('#list summary').click();
          return page.locator('#rows').textContent();
        },
        { timeout: 120_000, interval: 500 },
      )
      .toContain('Bo lives in Grenen.');
    const { origin } = new URL(await url.promise);
    expect(requests.filter((asked) => !asked.startsWith(origin))).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
    child?.kill('SIGINT');
    expect((await ended).code).toBe(130);
  });
});

describe('the proof page', () => {
  it.each(['light', 'dark'] as const)(
    'of a demo shows every bad citation, requests nothing and has no serious fault, %s',
    async (colorScheme) => {
      await using workspace = await openWorkspace();
      const file = join(workspace.folder, 'proof.html');
      const { code } = await runMemora(['demo', '--html', file], { env: workspace.env });
      expect(code).toBe(0);
      const url = pathToFileURL(file).href;
      const { page, complaints, requests } = await openPage(browser, url, { colorScheme });
      const shown = (await page.locator('body').textContent()) ?? '';
      for (const status of [
        'fingerprint mismatch',
        'token mismatch',
        'superseded',
        'malformed',
        'unverified',
      ])
        expect(shown).toContain(status);
      expect(await findFaults(page)).toEqual([]);
      expect(complaints).toEqual([]);
      expect(requests).toEqual([url]);
      await page.context().close();
    },
  );

  it('is written by verify, in addition to its verdict and exit code', async () => {
    const file = join(report.folder, 'proof.html');
    const args = ['verify', '--html', file, '--vault', report.vault];
    const { code, stderr } = await runMemora(args, {
      env: report.env,
      stdin: 'Ida drinks <b>coffee</b>. [claim:0123456789abcdef]',
    });
    expect(code).toBe(1);
    expect(stderr).toContain(file);
    const { page, complaints } = await openPage(browser, pathToFileURL(file).href);
    expect(await page.locator('tbody').textContent()).toContain('Ida drinks <b>coffee</b>');
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
