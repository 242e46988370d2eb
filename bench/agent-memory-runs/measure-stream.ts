import { mkdir } from 'node:fs/promises';
import type { Report } from '../report.ts';
import { shareOfJunk, streamSaves } from './stream-saves.ts';

const SAVES = 2000;

/** Saves a stream of junk with a hundred durable facts in it, and reports what a recall can show. */
export async function measureStream(report: Report, vault: string): Promise<void> {
  report.heading(`${SAVES.toLocaleString('en')} saves of an eager agent, a hundred of them durable`);
  await mkdir(vault, { recursive: true });
  const streamed = await streamSaves(vault, SAVES);
  report.note(`${streamed.written} were written; a recall can show ${streamed.shown} memories`);
  for (const [family, count] of Object.entries(streamed.junk)) report.note(`junk of ${family}: ${count}`);
  report.budget('junk among what a recall can show', shareOfJunk(streamed), { max: 0.02 });
  report.budget('durable facts that a recall does not show', streamed.missing.length, { max: 0 });
  report.budget('times the one invention is shown', streamed.inventions, { max: 1 });
  report.budget('inventions that carry the user’s word', streamed.grounded, { max: 0 });
}
