export { memoraTools } from './memora-tools.ts';
export { verifiedStream } from './verified-stream.ts';
export { type WithMemoraOptions, withMemora } from './with-memora.ts';
