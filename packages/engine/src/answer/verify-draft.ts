import { type Judge, type VerificationReport, verifyCitations } from '@memora/validator';
import { type AskedAsOf, toAsOf } from '../lookup/to-as-of.ts';
import { bandsByBytes } from '../privacy/live-bands.ts';
import type { AnswerPorts } from './answer-question.ts';
import type { Citer } from './handles/create-citer.ts';

/** The options of verifying a text. */
interface DraftCheck {
  readonly asOf?: AskedAsOf | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly policy?: AnswerPorts['settings']['policy'];
  /** The question. Its figures need no citation. */
  readonly question?: string;
  readonly judge?: Judge | null;
  /** Returns the context of a citation for a judge: what the model was shown. */
  readonly shownWith?: Citer['shownWith'];
}

/** Verifies the citations of a text, which may cite only these ids; uses a judge if there is one. */
export function verifyDraft(
  text: string,
  allowedIds: readonly string[],
  { asOf, signal, policy, question, judge, shownWith }: DraftCheck,
  ports: Pick<AnswerPorts, 'claims' | 'sources' | 'bandSettings' | 'now' | 'traceVerify'>,
): Promise<VerificationReport> {
  const { claims, sources, traceVerify = (check) => check() } = ports;
  return traceVerify(() =>
    verifyCitations(text, {
      claims,
      sources,
      allowedIds,
      today: ports.now().toISOString().slice(0, 10),
      // Text that is secret now reaches no judge and no message.
      hidden: async (path, bytes) => {
        const { band, regions } = await bandsByBytes(ports.bandSettings)(bytes, path);
        if (band === 'secret') return [{ start: 0, end: bytes.length }];
        return regions.filter((region) => region.band === 'secret');
      },
      ...(policy === undefined ? {} : { policy }),
      ...(question === undefined ? {} : { question }),
      ...(judge == null ? {} : { judge }),
      ...(shownWith === undefined ? {} : { shownWith }),
      ...(asOf === undefined ? {} : { asOf: toAsOf(asOf) }),
      ...(signal === undefined ? {} : { signal }),
    }),
  );
}
