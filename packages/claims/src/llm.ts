export { createLlmExtractor, type LlmExtractorOptions } from './extract/llm/llm-extractor.ts';
export {
  type JudgeConflictsOptions,
  type JudgeReport,
  judgeConflicts,
  judgeLabel,
} from './run/judge-conflicts.ts';
