export type { RefusalReason } from './llm/ground-record.ts';
export { createLlmExtractor, type LlmExtractorOptions } from './llm/llm-extractor.ts';
