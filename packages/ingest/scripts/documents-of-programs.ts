/**
 * `node --conditions=memora-source packages/ingest/scripts/documents-of-programs.ts`: has LibreOffice, pandoc, TeX and groff make documents whose text is
 * known, reads them, and prints what of it was read, for each program. Programs that are not installed are named. Debian: `apt-get install
 * libreoffice-writer-nogui libreoffice-calc-nogui pandoc texlive-latex-base lmodern groff ghostscript`. Exits 1 where a program's documents are not read whole and in order.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KnownDocument, paragraphsOf } from '../src/testing-fixtures/make-corpus.ts';
import { escapeXml } from '../src/testing-fixtures/make-office.ts';
import { measureCorpus } from '../src/testing-fixtures/measure-corpus.ts';

const work = mkdtempSync(join(tmpdir(), 'memora-programs-'));
const LATIN = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'];
const ALL = [...LATIN, 'ru', 'el', 'ar', 'ja'];
/** Of the figures of the corpus, those that mean something for documents of one program. */
const FIGURES = /^(?:words that are read|paragraphs in their order|of those, with the place)/;

type Maker = (language: string, texts: readonly string[]) => KnownDocument[];

const PROGRAMS: Readonly<
  Record<string, { readonly needs: string; readonly languages: string[]; readonly make: Maker }>
> = {
  LibreOffice: {
    needs: 'soffice',
    languages: ALL,
    make: (language, texts) => {
      const source = write(`${language}.html`, htmlOf(language, texts));
      const convert = (kind: string) =>
        run('soffice', [
          `-env:UserInstallation=file://${work}/profile`,
          '--headless',
          '--writer',
          '--convert-to',
          kind,
          '--outdir',
          work,
          source,
        ]);
      // For Japanese it needs a font that is installed nowhere by itself: every letter of the page would be the same box.
      return ['docx:MS Word 2007 XML', 'odt:writer8', 'epub', ...(language === 'ja' ? [] : ['pdf'])].flatMap(
        (kind) => {
          convert(kind);
          return known(`${language}.${kind.replace(/:.*/, '')}`, texts);
        },
      );
    },
  },
  pandoc: {
    needs: 'pandoc',
    languages: ALL,
    make: (language, texts) => {
      const source = write(`${language}.md`, `---\ntitle: Works\n---\n\n${texts.join('\n\n')}\n`);
      return ['docx', 'odt', 'epub', 'html', 'ipynb'].flatMap((kind) => {
        run('pandoc', ['-s', source, '-o', join(work, `pandoc-${language}.${kind}`)]);
        return known(`pandoc-${language}.${kind}`, texts);
      });
    },
  },
  TeX: {
    needs: 'pdflatex',
    languages: LATIN,
    make: (language, texts) =>
      ['', 'twocolumn'].flatMap((columns) => {
        // Fonts that TeX draws dot by dot say of no letter which one it is, so the document names others.
        const name = `tex-${language}${columns}`;
        write(
          `${name}.tex`,
          `\\documentclass[11pt,${columns}]{article}\\usepackage[T1]{fontenc}\\usepackage{lmodern}\\begin{document}\n${texts.map(escapeTex).join('\n\n')}\n\\end{document}\n`,
        );
        run('pdflatex', ['-interaction=batchmode', `-output-directory=${work}`, join(work, `${name}.tex`)]);
        return known(`${name}.pdf`, texts);
      }),
  },
  groff: {
    needs: 'groff',
    languages: ['en'],
    make: (language, texts) => {
      // Each paragraph on a page of its own, so that its place is known.
      const source = write(`groff-${language}.ms`, texts.map((text) => `.LP\n${text}\n`).join('.bp\n'));
      const { stdout } = spawnSync('groff', ['-Kutf8', '-ms', '-Tps', source], { maxBuffer: 2 ** 26 });
      write(`groff-${language}.ps`, stdout);
      run('gs', [
        '-q',
        '-dNOPAUSE',
        '-dBATCH',
        '-sDEVICE=pdfwrite',
        `-sOutputFile=${join(work, `groff-${language}.pdf`)}`,
        join(work, `groff-${language}.ps`),
      ]);
      return known(
        `groff-${language}.pdf`,
        texts,
        texts.map((_, i) => `page ${i + 1}`),
      );
    },
  },
};

let failed = 0;
try {
  for (const [program, { needs, languages, make }] of Object.entries(PROGRAMS)) {
    if (spawnSync('which', [needs]).status !== 0) {
      console.log(`${program}: not installed`);
      continue;
    }
    const documents = languages.flatMap((language) => make(language, paragraphsOf(language)));
    const { note, figures } = await measureCorpus(documents);
    console.log(`${program}: ${note}`);
    for (const { name, value, budget } of figures.filter((figure) => FIGURES.test(figure.name))) {
      // None of these formats but PDF has places, and only one program is told where its pages end.
      if (name.startsWith('of those') && program !== 'groff') continue;
      const isLess = value < (budget.min ?? 0);
      failed += isLess ? 1 : 0;
      console.log(`  ${isLess ? 'FAIL' : 'ok  '} ${name}: ${value.toFixed(3)}, of ${budget.min}`);
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;

function htmlOf(language: string, texts: readonly string[]): string {
  const body = texts.map((text) => `<p>${escapeXml(text)}</p>`).join('\n');
  return `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><title>Works</title></head><body>${body}</body></html>`;
}

function escapeTex(text: string): string {
  return text.replace(/[#$%&_{}]/g, '\\$&');
}

function write(name: string, text: string | Uint8Array): string {
  writeFileSync(join(work, name), text);
  return join(work, name);
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { cwd: work, encoding: 'utf8' });
  if (status !== 0) console.log(`  ${command} ended with ${status}: ${stderr.slice(0, 200)}`);
}

/** What the program made; a document that it did not make counts as one that was not read. */
function known(
  name: string,
  paragraphs: readonly string[],
  places: readonly string[] | null = null,
): KnownDocument[] {
  const file = join(work, name);
  if (!existsSync(file)) failed++;
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.from('nothing');
  return [{ name, bytes, paragraphs, boilerplate: [], parted: [], places }];
}
