/** Builds the plugin: `main.js`, `manifest.json` and `styles.css` in `dist/`, which is what a vault's `.obsidian/plugins/memora` holds. */
import { copyFile, mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

await mkdir(at('dist'), { recursive: true });
await build({
  entryPoints: [at('src/memora-plugin.ts')],
  outfile: at('dist/main.js'),
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'es2022',
  // Obsidian gives these to a plugin.
  external: ['obsidian', 'electron', '@codemirror/*'],
  // Obsidian takes what the module itself is for the class of the plugin.
  footer: { js: 'module.exports = module.exports.MemoraPlugin;' },
  logLevel: 'warning',
});
for (const name of ['manifest.json', 'styles.css']) await copyFile(at(name), at(`dist/${name}`));
