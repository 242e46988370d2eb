export type { RefusalReason } from './llm/ground-record.ts';
export {
  type JudgeConflictsOptions,
  type JudgeReport,
  judgeConflicts,
  judgeLabel,
} from './llm/judge-conflicts.ts';
export { createLlmExtractor, type LlmExtractorOptions } from './llm/llm-extractor.ts';
