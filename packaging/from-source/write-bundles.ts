import { mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { BUNDLED, type BundleList, bundleFile, CACHE, installedFolders } from './bundled-packages.ts';

const REQUIRE =
  "import { createRequire as memoraCreateRequire } from 'node:module'; const require = memoraCreateRequire(import.meta.url);";

/** Puts each package of `BUNDLED` in one file. What they share is shared; names that CommonJS exports are looked up. */
export async function writeBundles(): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'made-'));
  const entries = await Promise.all(
    BUNDLED.map(async (name) => {
      const path = JSON.stringify(fileURLToPath(import.meta.resolve(name)));
      const names = Object.keys((await import(name)) as object).filter((each) =>
        /^[A-Za-z_$][\w$]*$/.test(each),
      );
      const entry = join(folder, `entry-${bundleFile(name)}`);
      writeFileSync(entry, `export { ${names.join(', ')} } from ${path};\n`);
      return [bundleFile(name).replace(/\.mjs$/, ''), entry] as const;
    }),
  );
  buildSync({
    entryPoints: Object.fromEntries(entries),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    banner: { js: REQUIRE },
    logLevel: 'silent',
  });
  const list: BundleList = { made: installedFolders(), folder };
  const draft = join(folder, 'list.json');
  writeFileSync(draft, JSON.stringify(list));
  // Commands that run at once each make their own: a list that is there names a folder that is whole.
  renameSync(draft, join(CACHE, 'list.json'));
}
