export { createLlmExtractor, type LlmExtractorOptions } from './extract/llm/llm-extractor.ts';
export {
  type ChangeFailure,
  type JudgeChangesOptions,
  type JudgeReport,
  judgeChanges,
  judgeLabel,
} from './run/judge-changes.ts';
export { wordsOfRequests } from './run/words-of-requests.ts';
