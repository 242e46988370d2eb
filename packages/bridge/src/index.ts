export { MemoraError } from '@memora/core';
export {
  AUDIT_VERDICTS,
  type AuditFinding,
  type AuditPlace,
  type AuditReport,
  type AuditVerdict,
} from './audit/verdict.ts';
export { type AuditOptions, auditStore } from './audit-store.ts';
export { BridgeError, type BridgeErrorCode } from './bridge-error.ts';
export { detectMemoryServer } from './detect/detect-memory-server.ts';
export {
  type AskedServer,
  type FindMemoryServersOptions,
  findMemoryServers,
  type NamedServer,
} from './detect/find-memory-servers.ts';
export type {
  MemoryServer,
  MemoryServerKind,
  MemoryServerTool,
  ToolListing,
} from './detect/memory-server.ts';
export {
  type ForeignMemory,
  type MemoryOrigin,
  PROVIDERS,
  type Provider,
  type StoreProblem,
  type StoreProblemCode,
} from './foreign-memory.ts';
export { type ImportedStore, importStore } from './import-store.ts';
export type { Bridges, SyncedBridge, SyncOptions } from './live/bridges.ts';
export { type OpenBridgesOptions, openBridges } from './live/open-bridges.ts';
export type { RemoteRelation } from './live/remote-memory.ts';
export { type ReadStoreOptions, readStore } from './read-store.ts';
export { AUDIT_RULES } from './report/audit-rules.ts';
export { toAuditHtml } from './report/to-audit-html.ts';
export { toAuditJson } from './report/to-audit-json.ts';
export { toAuditJunit } from './report/to-audit-junit.ts';
export { type AuditReportOptions, toAuditSarif } from './report/to-audit-sarif.ts';
