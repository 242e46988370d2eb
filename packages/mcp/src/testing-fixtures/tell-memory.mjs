// Loaded by `--import` before a program. Once a second it prints the components of its memory on stdout, in
// bytes.
import { readFileSync } from 'node:fs';
import { getHeapCodeStatistics, getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';

const tell = () => {
  const { rss, heapTotal, heapUsed, external, arrayBuffers } = process.memoryUsage();
  const { code_and_metadata_size: code, bytecode_and_metadata_size: bytecode } = getHeapCodeStatistics();
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space');
  // Pages of the program and its libraries, which every server of a machine shares.
  const file = Number(/RssFile:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1_024;
  const { malloced_memory: malloced } = getHeapStatistics();
  const parts = {
    ...{ rss, file, heapTotal, heapUsed, young: young?.physical_space_size ?? 0 },
    ...{ external, arrayBuffers, code: code + bytecode, malloced },
  };
  process.stdout.write(`memory ${JSON.stringify(parts)}\n`);
};
setInterval(tell, 1_000).unref();
