import { createOffsetTable, decodeText, fingerprint } from '@memora/core';
import { interleave, type Suite } from './report.ts';

const MEGABYTE = 1024 * 1024;
const encoder = new TextEncoder();

/** Offset tables and fingerprints on notes of a megabyte, compared with the platform's own minimum. */
export const suite: Suite = {
  name: 'core',
  async run(report) {
    report.heading('decodeText with its offset table, 1 MiB, against TextDecoder alone');
    for (const [script, sample, max] of SCRIPTS) {
      const bytes = repeat(sample);
      const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
      const times = await interleave(
        { ours: () => decodeText(bytes), decoder: () => decoder.decode(bytes) },
        { rounds: 15, warmup: 5 },
      );
      const ratio = report.compare(script, times.ours, { name: 'TextDecoder', value: times.decoder });
      report.budget(`decode ${script}`, ratio, { max, unit: '×' });
    }

    report.heading('100,000 look-ups in a 1 MiB note, against reading 100,000 numbers of a plain array');
    const { text, table } = decodeText(repeat(MIXED));
    const offsets = Array.from({ length: 100_000 }, (_, i) => (i * 7919) % text.length);
    const plain = Uint32Array.from({ length: text.length }, (_, i) => i);
    const lookups = await interleave({
      table: () => offsets.reduce((sum, offset) => sum + table.toByte(offset), 0),
      array: () => offsets.reduce((sum, offset) => sum + (plain[offset] as number), 0),
      build: () => createOffsetTable(text),
    });
    report.compare('100,000 toByte', lookups.table, { name: 'array of every offset', value: lookups.array });
    report.note(
      `building the table: ${lookups.build.median.toFixed(2)} ms; it keeps one number per 128 characters`,
    );
    report.budget('one toByte', (lookups.table.median * 1e6) / offsets.length, { max: 2000, unit: ' ns' });

    report.heading('fingerprints of 10,000 spans of 100 bytes');
    const note = repeat(MIXED);
    const spans = Array.from({ length: 10_000 }, (_, i) => note.subarray(i * 100, i * 100 + 100));
    const hashes = await interleave({
      ours: () => spans.map((span) => fingerprint(span)),
      hex: () => spans.map((span) => Buffer.from(span).toString('hex')),
    });
    report.compare('fingerprint', hashes.ours, { name: 'only writing the bytes as hex', value: hashes.hex });
    report.note(`${Math.round(spans.length / hashes.ours.median)} thousand a second`);
  },
};

const MIXED = 'Das Prüfgerät kostet 5 €, 東京の会議は三時から。 Emoji 👩‍👩‍👧 inside.\r\n';
const SCRIPTS = [
  ['ASCII', 'The timeout was raised from 30 s to 60 s.\n', 3],
  ['German', 'Die Prüfung der Geräte läuft über mehrere Wochen.\n', 8],
  ['Japanese', '会議は三時から東京で行われます。\n', 8],
  ['mixed', MIXED, 8],
] as const;

function repeat(sample: string): Uint8Array {
  const bytes = encoder.encode(sample.repeat(Math.ceil(MEGABYTE / sample.length)));
  let end = MEGABYTE;
  while (((bytes[end] as number) & 0xc0) === 0x80) end--;
  return bytes.slice(0, end);
}
