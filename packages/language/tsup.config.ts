import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsup';
import { packageBuild } from '../../tsup.base.ts';

/** Each file directly in `src` is an entry. */
const ENTRIES = readdirSync(fileURLToPath(new URL('src', import.meta.url))).filter((name) =>
  name.endsWith('.ts'),
);

export default defineConfig([
  packageBuild(Object.fromEntries(ENTRIES.map((name) => [name.slice(0, -3), `src/${name}`])), {
    platform: 'neutral',
    // Indentation is a tenth of the installed size.
    minifyWhitespace: true,
    // The importer's export conditions decide which of the two files is used.
    external: ['@memora/language/scripts-at-once'],
  }),
]);
