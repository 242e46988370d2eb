import { toConsolidationJson } from '@memora/engine/json';
import * as z from 'zod';
import { consolidationOutput } from '../outputs/review-outputs.ts';
import { defineTool } from '../protocol/define-tool.ts';
import { text, unlisted } from '../protocol/fields.ts';
import { ServerError } from '../protocol/server-error.ts';

/** `memora_consolidate`: updates the generated pages from the claims. */
export const consolidate = defineTool({
  name: 'memora_consolidate',
  title: 'Consolidate',
  description:
    'Rewrite the generated pages of regions that changed, and the world map. Notes are never moved.',
  isCore: false,
  isReadOnly: false,
  cli: 'consolidate',
  differs: {
    regions_rebuilt: 'programs call the tool by its first schema, which has a count',
    notice: 'the command says it as a note on stderr',
    written: 'the command alone asks a person first',
  },
  redacted: 'nothing: failures are codes and paths',
  example: { scope: 'all' },
  input: () => z.strictObject({ scope: text().describe('all, or region:<name>') }),
  output: () =>
    consolidationOutput().extend({ regions_rebuilt: z.int(), notice: unlisted(z.string().optional()) }),
  run: async (memory, input, { signal, progress }) => {
    const scope = input.scope.trim();
    const region = /^region:(.+)$/u.exec(scope)?.[1]?.trim();
    if (scope !== 'all' && region === undefined) {
      throw new ServerError('scope is `all` or `region:<name>`', {
        code: 'INPUT_INVALID',
        hint: 'Give one of them.',
      });
    }
    // An agent is not a person who has allowed generated pages among their notes.
    const { pages } = memory.settings.config.consolidation;
    const dryRun = pages === 'ask';
    const done = await memory.consolidate({
      signal,
      dryRun,
      onProgress: ({ done, total }) => progress(done, total, 'building regions'),
      ...(region === undefined ? {} : { region }),
    });
    const json = { ...toConsolidationJson(done), regions_rebuilt: done.regionsRebuilt.length };
    if (!dryRun) return json;
    const notice =
      'Nothing was written, because the user has not chosen yet where pages go. They can run `memora consolidate`, or set consolidation.pages in .memora/config.toml.';
    return { ...json, regions_rebuilt: 0, pages_written: [], pages_removed: [], notice };
  },
});
