/** The file of the thread in a bundle: the first chunk of the command or the server exports the function that it runs. */
import { loadChunks } from '@memora/privacy/files';

/** The build puts the file name of that chunk here. */
declare const ENTRY_CHUNK: string;

const { runLargeRounds } = loadChunks(ENTRY_CHUNK, { folder: import.meta.dirname, cacheFile: null });
await (runLargeRounds as () => Promise<void>)();
