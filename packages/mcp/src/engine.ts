export { openMemory, readNoteBands, readSourceLines } from '@memora/engine';
export { mergeSpans } from '@memora/privacy';
