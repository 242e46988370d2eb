export { createReport, type ReportedMemory } from './create-report.ts';
export { serveReport } from './serve-report.ts';
export type {
  ReportFigures,
  ReportOptions,
  ReportServer,
  ServeReportOptions,
  VaultReport,
} from './vault-report.ts';
