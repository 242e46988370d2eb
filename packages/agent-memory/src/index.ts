export { MemoraError } from '@memora/core';
export type {
  Admission,
  AdmissionCode,
  AdmissionDecision,
  SimilarMemory,
} from './admit/admission.ts';
export type { AgentMemory, AgentMemoryOptions, LogFilter, MemoryPolicy } from './agent-memory.ts';
export { type ExportItemsOptions, exportItems, exportMarkdown } from './bundle/export-items.ts';
export { type ExportPamOptions, exportPam } from './bundle/export-pam.ts';
export type { ImportedBundle } from './bundle/import-bundle.ts';
export type {
  ConsolidateOptions,
  ConsolidationPass,
  ConsolidationStep,
  MemoryConsolidation,
} from './consolidate/consolidation.ts';
export type {
  ContextPack,
  ContextRequest,
  ExcludedReason,
  ModelPlace,
  PackEntry,
} from './context/context-pack.ts';
export type {
  ExternalHit,
  ExternalMemory,
  ExternalProblem,
  ExternalSource,
} from './external/external-source.ts';
export type { Forgotten, Restored } from './forget/forget-memory.ts';
export {
  type HookEvent,
  type HookInput,
  type HookShape,
  readHookInput,
  toHookEvent,
} from './hooks/hook-input.ts';
export { type HookPorts, type HookResult, renderHookResult, runHook } from './hooks/run-hook.ts';
export type { ImportedMemories, ImportedMemory } from './import/import-memories.ts';
export {
  LEARNING_OPERATIONS,
  type LearningEntry,
  type LearningLog,
  type LearningOperation,
  type LearningProblem,
  type ReadLearningEntry,
} from './learning/parse-learning-log.ts';
export { AgentMemoryError, type AgentMemoryErrorCode } from './memory-error.ts';
export { MEMORY_KINDS, type MemoryKind, type MemoryKindName } from './note/memory-kind.ts';
export type { HeldReason, MemorySource } from './note/memory-note.ts';
export { openAgentMemory } from './open-agent-memory.ts';
export type {
  MemoryDetail,
  MemoryEvidence,
  MemoryFilter,
  MemoryPage,
  MemoryStats,
  MemoryStatus,
  Recall,
  RecalledFrom,
  RecalledMemory,
  RecallOptions,
  ShowOptions,
} from './recall/recall.ts';
export type {
  ReflectFailure,
  Reflection,
  ReflectOptions,
  RefusedCandidate,
} from './reflect/reflection.ts';
export type { NewMemory } from './remember/new-memory.ts';
export type { SourceErasure } from './rollback/erasing/erase-source.ts';
export type {
  Rollback,
  RollbackOptions,
  RollbackPlan,
  RollbackTarget,
} from './rollback/rollback-plan.ts';
export type { Session, SessionOptions, SessionSummary } from './session/session.ts';
export { askAbout } from './within/ask-about.ts';
export {
  type DescribedRecall,
  describeRecall,
  type RecalledLine,
  type RecallResult,
  toRecallResult,
} from './within/describe-recall.ts';
export { type MemoryJson, toMemoryJson } from './within/to-memory-json.ts';
