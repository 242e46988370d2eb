import type { EntryPoint, Outputs } from './entry-point.ts';
import { page } from './page.ts';
import { told } from './told.ts';

/** Outputs that contain a page. Without a page they would prove nothing. */
function whole(outputs: Outputs): Outputs {
  if (!outputs.stdout.includes('</html>')) throw new Error('the served page was not seen');
  return outputs;
}

/** Notes with secrets in them, and secret notes. */
const NOTES = [
  'people/ida',
  'people/bo',
  'people/lea',
  'ship',
  'unclosed',
  'vault-secret',
  'harbour-plan',
].map((name) => `semantic/${name}.md`);

/** The commands that make or serve a page. */
export const PAGE_ENTRY_POINTS: readonly EntryPoint[] = [
  {
    name: 'report',
    covers: ['report'],
    run: async ({ memora, vault }) => {
      const [kept, shared] = [`${vault}/../report.html`, `${vault}/../shared.html`];
      return [
        await memora(['report', '--output', kept, '--json']),
        await page(kept),
        await memora(['report', '--share', '--output', shared]),
        await memora(['report', '--open']),
        whole(await memora(['report', '--watch', '--json'], { fetchPage: true, stopAfterMs: 20_000 })),
        await page(shared),
      ];
    },
  },
  {
    name: 'open',
    covers: ['open'],
    run: async ({ memora, question }) =>
      told(
        whole(
          await memora(['open', question, '--no-browser', '--json'], {
            fetchPage: true,
            fetchBesides: [
              { at: 'api/ask', body: { question } },
              ...NOTES.flatMap((path) => [{ at: `api/note?path=${path}` }, { at: `api/facts?path=${path}` }]),
              { at: 'api/search?q=Ida' },
              { at: 'api/link?to=vault-secret' },
              ...['notes', 'today', 'activity', 'graph', 'setup', 'memory'].map((name) => ({
                at: `api/${name}`,
              })),
              { at: 'api/memory/next-prompt', body: { question } },
            ],
            stopAfterMs: 60_000,
          }),
        ),
        'event: answer',
        '"version"',
        'NOTE_SECRET',
        '"prefix"',
      ),
  },
];
