import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of third-party test data beside the repository; set `MEMORA_TEST_DATA` to use another. */
export const testData: string =
  process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../../../../shared/data', import.meta.url));

/** Real vaults to read; absent on machines without the test data. */
export const vaultsFolder: string = join(testData, 'vaults');
