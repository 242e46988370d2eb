/** Writes log lines of one JSON object each, with the id of the current trace. Logs contain codes, counts and addresses of this server. */
export function createJsonLog(
  write: (line: string) => void,
  traceId: () => string | null,
  now: () => Date = () => new Date(),
): (message: string, fields?: Readonly<Record<string, string | number | boolean>>) => void {
  return (message, fields = {}) => {
    const trace = traceId();
    write(
      `${JSON.stringify({ at: now().toISOString(), message, ...fields, ...(trace === null ? {} : { trace_id: trace }) })}\n`,
    );
  };
}
