import type { AuditVerdict } from '../audit/verdict.ts';

/** What each verdict means, in one line. */
export const AUDIT_RULES: Readonly<Record<AuditVerdict, string>> = {
  secret: 'It contains credentials or is marked as secret.',
  injected: 'It steers an agent and came from a tool or page, or is disguised.',
  contradicted: 'A source, or another memory, says otherwise.',
  instruction_without_user: 'It instructs an agent, and nothing that the user said does.',
  stale_reference: 'A path, command or version that it names does not match the folder.',
  superseded: 'It was true earlier.',
  duplicate: 'Another memory says it.',
  transient: 'It was true for a moment.',
  ungrounded: 'No source says so; whether it is true is not known.',
  not_checkable: 'It states nothing that a source could say.',
  grounded: 'A source says it.',
};
