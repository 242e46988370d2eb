export { createLlmExtractor, type LlmExtractorOptions } from './extract/llm/llm-extractor.ts';
export { wordsOfRequests } from './extract/llm/words-of-requests.ts';
export {
  type ChangeFailure,
  type JudgeChangesOptions,
  type JudgeReport,
  judgeChanges,
  judgeLabel,
} from './run/judge-changes.ts';
