import { delimiter, dirname } from 'node:path';
import { INSTALLERS, must } from './open-project.ts';
import type { Plan } from './run-matrix.ts';

/** The parsers of formats that need a large library. */
const PARSERS = ['defuddle', 'linkedom', 'mammoth', 'postal-mime', 'unpdf'];
/** Each one arranges packages differently: flat, with links, or in archives. */
const LAYOUTS = INSTALLERS.filter(({ name }) => /^(?:npm|pnpm 12|Yarn)/.test(name));

/** Reads a page, a mail and a PDF, and reports for each its note's text or the missing package. */
const READ = `import { mkdirSync } from 'node:fs';
import { openMemory } from '@memora/engine';
import { readDocument } from '@memora/ingest';
const documents = {
  'crane.html': '<!doctype html><title>Crane</title><article><h1>Crane</h1><p>The crane weighs 88 tons.</p></article>',
  'relay.eml': 'From: Ada <ada@example.com>\\nSubject: Relay\\n\\nThe relay moved to Lisbon.\\n',
  'pump.pdf': Buffer.from(process.argv[2], 'base64'),
};
mkdirSync('notes', { recursive: true });
const memory = await openMemory({ vault: 'notes' });
for (const [name, text] of Object.entries(documents)) {
  const bytes = Buffer.from(text);
  await readDocument(bytes, { name }).then(({ title }) => console.log('alone', title), ({ hint }) => console.log('alone', hint));
  for await (const { status, problem, hint } of memory.ingest({ bytes, name })) console.log('memory', status ?? hint ?? problem);
}
await memory.close();
`;

/** One page that says "The pump runs." */
const PDF = [
  '%PDF-1.4',
  '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj',
  '2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj',
  '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >> endobj',
  '4 0 obj << /Length 44 >> stream\nBT /F1 12 Tf 60 700 Td (The pump runs.) Tj ET\nendstream endobj',
  '5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj',
  'trailer << /Root 1 0 R >>',
].join('\n');

/**
 * For each layout, one project with the parsers, which the document reader must find, and one project without
 * them, which is told what to install.
 */
export function planParsers(node: string): Plan[] {
  return LAYOUTS.flatMap((installer) =>
    [true, false].map(
      (isThere): Plan => ({
        name: `${isThere ? 'parsers' : 'no parsers'}: ${installer.name}`,
        installer,
        dependencies: {
          '@memora/engine': '*',
          '@memora/ingest': '*',
          ...(isThere ? Object.fromEntries(PARSERS.map((name) => [name, '*'])) : {}),
        },
        files: { 'read.mjs': READ },
        check: async (project) => {
          const env = { PATH: [dirname(node), process.env['PATH'] ?? ''].join(delimiter) };
          const output = await must(
            project,
            [...installer.run, 'read.mjs', Buffer.from(PDF).toString('base64')],
            env,
          );
          const said = output.split('\n').filter((line) => /^(?:alone|memory) /.test(line));
          const isGood = (line: string) =>
            isThere
              ? /^alone (?!Install)|^memory created$/.test(line)
              : /npm install (?:defuddle linkedom|postal-mime|unpdf)/.test(line);
          if (said.length !== 6 || !said.every(isGood)) throw new Error(output);
          return isThere ? 'finds them' : 'says what to install';
        },
      }),
    ),
  );
}
