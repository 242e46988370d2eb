export { openMemory, parseInTime, readNoteBands, readSourceLines } from '@memora/engine';
export { describeIgnored } from '@memora/engine/config';
export { mergeSpans } from '@memora/privacy/internal';
