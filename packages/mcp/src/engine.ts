export { askAbout, describeRecall, openAgentMemory } from '@memora/agent-memory';
export { openMemory, parseInTime, readNoteBands, readSourceLines } from '@memora/engine';
export { describeIgnored } from '@memora/engine/config';
export { mergeSpans, redactSpan } from '@memora/privacy/internal';

/** Loaded where the settings name a bridge. */
export const loadBridges = () => import('@memora/bridge');
