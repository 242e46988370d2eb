export { createReport, type ReportedMemory } from './create-report.ts';
export { refusalOfForeign } from './page-request.ts';
export { serveReport } from './serve-report.ts';
export type {
  ReportFigures,
  ReportOptions,
  ReportServer,
  ServeReportOptions,
  VaultReport,
} from './vault-report.ts';
