import { fileURLToPath } from 'node:url';

/** The folder of files that ship with the code. The path leads to the same folder from `src/` and from `dist/`. */
export const assetsDir = fileURLToPath(new URL('../assets/', import.meta.url));
