export type { CaptureInput, CaptureOutput, CapturingMemory } from './capture-tool.ts';
export type { Executable } from './executable.ts';
export {
  type CapturingTools,
  type MemoraTools,
  type MemoraToolsOptions,
  memoraTools,
  type QueryInput,
  type QueryOutput,
} from './memora-tools.ts';
export { verifiedStream } from './verified-stream.ts';
export { withMemora } from './with-memora.ts';
export type { ChatMessage, WithMemoraOptions } from './with-memora-options.ts';
