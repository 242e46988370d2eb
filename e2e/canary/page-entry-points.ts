import type { EntryPoint, Outputs } from './entry-point.ts';
import { page } from './page.ts';

/** Outputs that hold a page: none would prove nothing. */
function whole(outputs: Outputs): Outputs {
  if (!outputs.stdout.includes('</html>')) throw new Error('the served page was not seen');
  return outputs;
}

/** What makes or serves a page. */
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
      whole(
        await memora(['open', question, '--no-browser', '--json'], { fetchPage: true, stopAfterMs: 20_000 }),
      ),
  },
];
