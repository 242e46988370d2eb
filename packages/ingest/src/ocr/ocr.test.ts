import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openVault } from '@memora/vault';
import { afterEach, expect, it, vi } from 'vitest';
import { type IngestOptions, type IngestOutcome, openIngester } from '../index.ts';

const [WIDTH, HEIGHT] = [240, 210];

/** A PDF whose pages are pictures, each in one shade of grey. */
function scannedPdf(greys: readonly number[], colours: 1 | 3 = 1): Uint8Array {
  const kids = greys.map((_, i) => `${3 + 3 * i} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${greys.length} >>`,
    ...greys.flatMap((grey, i) => {
      const dots = String.fromCharCode(grey).repeat(WIDTH * HEIGHT * colours);
      const content = 'q 595 0 0 842 0 0 cm /I Do Q';
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /I ${5 + 3 * i} 0 R >> >> /Contents ${4 + 3 * i} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
        `<< /Type /XObject /Subtype /Image /Width ${WIDTH} /Height ${HEIGHT} /ColorSpace /${colours === 1 ? 'DeviceGray' : 'DeviceRGB'} /BitsPerComponent 8 /Length ${dots.length} >>\nstream\n${dots}\nendstream`,
      ];
    }),
  ];
  const body = objects.map((object, i) => `${i + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Size 99 /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`, 'latin1');
}

/** A vault, and a `tesseract` program that records its input and prints the size of the picture. */
async function setup(script = '') {
  const home = await mkdtemp(join(tmpdir(), 'memora-ocr-'));
  const [bin, told] = [join(home, 'bin'), join(home, 'told')];
  for (const folder of [bin, join(home, 'vault')]) await mkdir(folder);
  await writeFile(
    join(bin, 'tesseract'),
    `#!/bin/sh
if [ "$1" = --list-langs ]; then printf 'List of available languages:\\neng\\ndeu\\n'; exit 0; fi
echo "$*" >> '${told}'
${script}
cat > '${home}/picture'
printf 'The crane lifts twelve tons.\\nIt is in Lis-\\nbon.\\n\\nThe pump is %s.\\n\\f' "$(head -c 11 '${home}/picture' | tr '\\n' ' ')"
`,
  );
  await chmod(join(bin, 'tesseract'), 0o755);
  vi.stubEnv('PATH', `${bin}:/usr/bin:/bin`);
  const file = join(home, 'scan.pdf');
  const vault = await openVault(join(home, 'vault'));
  const ingester = await openIngester(vault, { configDir: join(home, 'config') });
  return {
    file,
    told: () => readFile(told, 'utf8'),
    ingest: async (options: IngestOptions = {}) => {
      // Read to its end, because the record of a source is written last.
      const outcomes: IngestOutcome[] = [];
      for await (const outcome of ingester.ingest({ kind: 'file', path: file }, options))
        outcomes.push(outcome);
      return outcomes[0];
    },
    read: (path = '') => readFile(join(home, 'vault', path), 'utf8'),
    [Symbol.asyncDispose]: async () => {
      await ingester[Symbol.asyncDispose]();
      await rm(home, { recursive: true, force: true });
    },
  };
}

afterEach(() => vi.unstubAllEnvs());

it('recognises pages that are pictures by the tesseract of this machine, says so, and does so again', async () => {
  await using v = await setup();
  await writeFile(v.file, scannedPdf([255, 9]));
  expect(await v.ingest()).toMatchObject({ error: { code: 'DOCUMENT_SCANNED' } });
  const first = await v.ingest({ ocr: 'deu+eng' });
  expect(first).toMatchObject({ status: 'created' });
  expect(first?.document?.notices).toEqual(['Recognised in pictures, and may be wrong: pages 1–2.']);
  const note = await v.read(first?.path ?? '');
  expect(note).toContain(
    '<!--anchor: page 1-->\nThe crane lifts twelve tons. It is in Lisbon.\n\nThe pump is P',
  );
  expect(note).toContain('<!--anchor: page 2-->\nThe crane');
  // White and black have one byte per dot, or three. pdf.js decides which.
  expect(note).toMatch(/The pump is P[56] 240 210/u);
  expect(await v.told()).toMatch(/^stdin stdout -l deu\+eng --psm 1 --dpi \d+\n/);
  expect(await v.ingest()).toMatchObject({ status: 'unchanged' });
  await writeFile(v.file, scannedPdf([255]));
  expect(await v.ingest()).toMatchObject({ status: 'updated' });
});

it('reads the other pages where one can not be recognised', async () => {
  await using v = await setup(
    `[ "$(wc -l < "$0.count" 2>/dev/null || echo 0)" = 0 ] && { echo x > "$0.count"; exit 1; }`,
  );
  await writeFile(v.file, scannedPdf([255, 9], 3));
  const told = await v.ingest({ ocr: 'eng' });
  expect(told?.document?.notices).toEqual([
    'Without text: page 1.',
    'Recognised in pictures, and may be wrong: page 2.',
  ]);
});

it('names what is missing, and hands over no path', async () => {
  await using v = await setup();
  await writeFile(v.file, scannedPdf([255]));
  for (const ocr of ['fra', '../../etc/eng', '-l', 'eng;id', ''])
    await expect(v.ingest({ ocr })).rejects.toMatchObject({ code: 'OCR_MISSING', hint: expect.any(String) });
  await expect(v.told()).rejects.toMatchObject({ code: 'ENOENT' });
  vi.stubEnv('PATH', '');
  await expect(v.ingest({ ocr: 'eng' })).rejects.toMatchObject({ code: 'OCR_MISSING' });
});
