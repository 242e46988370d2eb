import type { Band, Destination, OutboundPort, WireText } from '@memora/core';
import type { EntailmentJudge } from '../contract/entailment-judge.ts';
import { ValidatorError } from '../contract/validator-error.ts';

/** Mints the text that may be sent to the judge, or returns `null` if it may not be sent. `@memora/privacy` provides one. */
export type ToWireText = (text: string, band: Band) => WireText | null;

/** Creates a judge that is called through the egress: your service receives `{ evidence, statement }` and replies with a verdict. */
export function createPortJudge(options: {
  readonly outbound: OutboundPort;
  readonly destination: Destination;
  readonly toWireText: ToWireText;
  readonly name?: string;
}): EntailmentJudge {
  const { outbound, destination, toWireText, name = 'port' } = options;
  return {
    name,
    locality: 'cloud',
    judge: async ({ evidence, statement, band, signal }) => {
      const payload = {
        evidence: mint(evidence, band, toWireText),
        statement: mint(statement, band, toWireText),
      };
      const reply = await outbound.request(destination, payload, signal === null ? {} : { signal });
      if (reply.status < 200 || reply.status > 299) {
        throw new ValidatorError(`the judge replied with status ${reply.status}`, { code: 'JUDGE_FAILED' });
      }
      return reply.body;
    },
  };
}

/** Mints wire text. Throws `NOT_FOR_THE_WIRE` if it may not be sent, which leaves the statement unchecked. */
export function mint(text: string, band: Band, toWireText: ToWireText): WireText {
  const wire = toWireText(text, band);
  if (wire === null)
    throw new ValidatorError('the text may not be sent to a judge', { code: 'NOT_FOR_THE_WIRE' });
  return wire;
}
