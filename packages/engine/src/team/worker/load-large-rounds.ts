/** The file of the thread in a bundle: the chunk that the command or the server begins with exports what it runs. */
import { loadChunks } from '@memora/privacy/files';

/** The build puts the file name of that chunk here. */
declare const ENTRY_CHUNK: string;

const { runLargeRounds } = loadChunks(ENTRY_CHUNK, { folder: import.meta.dirname, cacheFile: null });
await (runLargeRounds as () => Promise<void>)();
