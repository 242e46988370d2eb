import type { Report } from '../report.ts';

const PACKAGE = new URL('../../packages/ingest/src/', import.meta.url);

interface Reader extends AsyncDisposable {
  readonly read: (
    bytes: Uint8Array,
    options: { readonly name: string },
  ) => AsyncIterable<{ readonly markdown: string }>;
}

/** Processor time of small documents that were made to be expensive, each on the reader's thread. */
export async function measureCostly(report: Report): Promise<void> {
  const { costlyDocuments } = (await import(
    new URL('testing-fixtures/costly-documents.ts', PACKAGE).href
  )) as { readonly costlyDocuments: () => Readonly<Record<string, Uint8Array>> };
  const { createBoundedReader } = (await import(new URL('index.ts', PACKAGE).href)) as {
    readonly createBoundedReader: () => Reader;
  };
  await using reader = createBoundedReader();
  const rows: { document: string; bytes: number; 'CPU s': string; came: string }[] = [];
  const only = process.env['MEMORA_BENCH_COSTLY']?.split(',');
  for (const [name, bytes] of Object.entries(costlyDocuments())) {
    if (only?.includes(name) === false) continue;
    const begun = process.cpuUsage();
    let came = '';
    let length = 0;
    try {
      for await (const { markdown } of reader.read(bytes, { name })) length += markdown.length;
      came = `${length} characters`;
    } catch (error) {
      came = (error as { code?: string }).code ?? 'an error';
    }
    const { user, system } = process.cpuUsage(begun);
    rows.push({ document: name, bytes: bytes.length, 'CPU s': ((user + system) / 1e6).toFixed(1), came });
    process.stderr.write(`${name} ${((user + system) / 1e6).toFixed(1)} ${came}\n`);
  }
  rows.sort((one, other) => Number(other['CPU s']) - Number(one['CPU s']));
  report.heading(`Small documents that are made to cost much (${rows.length})`);
  report.table(rows);
  report.budget('seconds of processor time for the worst of them', Number(rows[0]?.['CPU s']), {
    max: 5,
    unit: 's',
  });
}
