import type { CommandContext } from '../command-spec.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { openCliMemory } from '../open-cli-memory.ts';

/** Says what is secret and why, what looks as if it should be, and what has left. Places and reasons, no text of notes. */
export async function privacyAudit(context: CommandContext): Promise<ExitCode> {
  const { output } = context;
  await using memory = await openCliMemory(context);
  const audit = await memory.audit();
  output.payload({
    ok: audit.ok,
    secret: audit.secret.map(({ note, reason, spans }) => ({
      note,
      reason,
      spans: spans.map(({ start, end, line }) => ({ line, span: [start, end] })),
    })),
    suggestions: audit.suggestions.map(({ note, line, kind, dataClass, reason }) => ({
      note,
      line,
      kind,
      class: dataClass,
      reason,
    })),
    diagnostics: audit.diagnostics,
    egress: audit.egress.map(({ at, kind, origin, outcome, code, bytes, claimIds }) => ({
      at,
      kind,
      origin,
      outcome,
      code: code ?? null,
      bytes,
      claim_ids: claimIds,
    })),
  });
  output.line(output.style('bold', 'Secret'));
  for (const { note, reason, spans } of audit.secret) {
    const lines = spans.map((span) => span.line).join(', ');
    const by = reason === 'detector' ? ', by the detector' : '';
    output.line(`  ${note}: ${reason === 'note' ? 'the whole note' : `line ${lines}${by}`}`);
  }
  if (audit.secret.length === 0) output.line('  nothing');
  output.line(output.style('bold', 'Looks as if it should be'));
  for (const { note, line, kind, reason } of audit.suggestions)
    output.line(`  ${note}:${line}  ${kind}: ${reason}`);
  if (audit.suggestions.length === 0) output.line('  nothing');
  if (audit.diagnostics.length > 0)
    output.line(output.style('bold', 'Markers in doubt, read as the stricter'));
  for (const { note, message } of audit.diagnostics) output.line(`  ${note}, ${message}`);
  output.line(output.style('bold', 'Has left, or was stopped'));
  for (const { at, kind, origin, outcome, bytes, claimIds } of audit.egress) {
    output.line(`  ${at}  ${outcome}  ${kind}  ${origin}  ${bytes} bytes, ${claimIds.length} claims`);
  }
  if (audit.egress.length === 0) output.line('  nothing');
  return audit.ok ? EXIT.done : EXIT.checkFailed;
}
