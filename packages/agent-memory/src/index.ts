export type {
  Admission,
  AdmissionCode,
  AdmissionDecision,
  SimilarMemory,
} from './admit/admission.ts';
export type { AgentMemory, AgentMemoryOptions, MemoryPolicy } from './agent-memory.ts';
export type { AgentMemoryErrorCode } from './memory-error.ts';
export { MEMORY_KINDS, type MemoryKind, type MemoryKindName } from './note/memory-kind.ts';
export type { HeldReason } from './note/memory-note.ts';
export { openAgentMemory } from './open-agent-memory.ts';
export type { NewMemory } from './remember/new-memory.ts';
export type { Session, SessionOptions } from './session/session.ts';
