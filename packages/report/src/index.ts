export { createReport, type ReportedMemory } from './create-report.ts';
export { refusalOfForeign } from './refusal-of-foreign.ts';
export type {
  ReportFigures,
  ReportOptions,
  VaultReport,
} from './vault-report.ts';
