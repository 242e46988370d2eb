import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsup';
import { packageBuild } from '../../tsup.base.ts';

/** A file beside the rooms is an entry. */
const ENTRIES = readdirSync(fileURLToPath(new URL('src', import.meta.url))).filter((name) =>
  name.endsWith('.ts'),
);

export default defineConfig([
  packageBuild(Object.fromEntries(ENTRIES.map((name) => [name.slice(0, -3), `src/${name}`])), {
    platform: 'neutral',
    // Indents are a tenth of what every package that reads words is installed with.
    minifyWhitespace: true,
    // Which of the two it is, whoever imports it decides by its conditions.
    external: ['@memora/language/scripts-at-once'],
  }),
]);
