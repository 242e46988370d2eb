import { assertVerified } from '../contract/citation-error.ts';
import {
  readOptions,
  type VerificationOptions,
  type VerificationSettings,
} from '../contract/verification-options.ts';
import type { Check, Statement, VerificationReport } from '../contract/verification-report.ts';
import { createEvidenceReader } from '../evidence/evidence-reader.ts';
import { createStatementScanner } from '../statements/statement-scanner.ts';
import type { StatementUnit } from '../statements/statement-unit.ts';
import { askJudge, createStatementChecker, unjudgedReasons } from './check-statements.ts';
import { createLoader } from './load-on-demand.ts';
import { createVerificationRun, type RunStep } from './verification-run.ts';
import { idsOf } from './verify-citations.ts';

/** The output of a verified stream. All `text` parts in order form the clean text. */
export type VerifiedPart =
  | { readonly type: 'text'; readonly text: string }
  /** A kept statement, after its text. */
  | {
      readonly type: 'statement';
      readonly index: number;
      readonly statement: Statement;
      readonly checks: readonly Check[];
    }
  /** A statement without support, with the checks that explain it. None of its text was passed on. */
  | {
      readonly type: 'correction';
      readonly index: number;
      readonly statement: Statement;
      readonly checks: readonly Check[];
    }
  /** Under `uncited: 'fail'`: all earlier text is withdrawn, and no more follows. */
  | { readonly type: 'retract'; readonly reason: 'uncited' }
  /** The last part. */
  | { readonly type: 'report'; readonly report: VerificationReport };

/** Options of {@link verifyStream}. */
export interface StreamOptions extends VerificationOptions {
  /** `false` leaves clean text, checks and statements out of the report, so that memory stays bounded. Default true. */
  readonly collect?: boolean | undefined;
}

const NOTE_CACHE_BYTES = 32 * 1024 * 1024;

/**
 * Verifies an answer while it is written: see `verifyStream` of the main entry, which loads this on first
 * use.
 */
export function verifyStream(options: StreamOptions): TransformStream<string, VerifiedPart> {
  return new TransformStream(createStreamVerifier(readOptions(options), options.collect ?? true));
}

type Controller = TransformStreamDefaultController<VerifiedPart>;

/** Verifies the text of a stream. */
export interface StreamVerifier {
  readonly start: (controller: Controller) => void;
  readonly transform: (chunk: string, controller: Controller) => Promise<void>;
  readonly flush: (controller: Controller) => Promise<void>;
}

/** Creates the verifier of one stream. */
export function createStreamVerifier(settings: VerificationSettings, collect: boolean): StreamVerifier {
  const scanner = createStatementScanner(settings.markers);
  const reader = createEvidenceReader(settings, NOTE_CACHE_BYTES);
  const loader = createLoader();
  const checker = createStatementChecker(settings, loader);
  const run = createVerificationRun(settings, loader, collect);
  let cleanText = '';
  let retracted = false;
  let unjudged = 0;
  let stopListening = () => {};

  async function take(units: readonly StatementUnit[], controller: Controller, isEnd = false): Promise<void> {
    if (units.length === 0 && !isEnd) return;
    const evidenceById = await reader.read(idsOf(units));
    await loader.load(units, evidenceById);
    const checked = await checker.check(units, evidenceById, isEnd);
    const opinions = await askJudge(checked, settings);
    unjudged += opinions.unjudged;
    for (const statement of checked) give(run.accept(statement, opinions.of(statement)), controller);
  }

  function give({ text, decided }: RunStep, controller: Controller): void {
    if (run.failed() && !retracted) {
      retracted = true;
      controller.enqueue({ type: 'retract', reason: 'uncited' });
    }
    if (text !== '' && !retracted) {
      if (collect) cleanText += text;
      controller.enqueue({ type: 'text', text });
    }
    for (const entry of decided) {
      controller.enqueue({ type: entry.statement.kept ? 'statement' : 'correction', ...entry });
    }
  }

  return {
    start: (controller) => {
      const { signal } = settings;
      if (signal === null) return;
      const abort = () => controller.error(signal.reason);
      if (signal.aborted) abort();
      signal.addEventListener('abort', abort, { once: true });
      stopListening = () => signal.removeEventListener('abort', abort);
    },
    transform: (chunk, controller) => take(scanner.push(chunk), controller),
    flush: async (controller) => {
      const { units, tail } = scanner.end();
      await take(units, controller, true);
      give(run.end(tail), controller);
      const report = run.report(cleanText, [...reader.degradedReasons, ...unjudgedReasons(unjudged)]);
      if (settings.mode === 'throw') assertVerified(report, settings.uncited);
      controller.enqueue({ type: 'report', report });
      stopListening();
    },
  };
}
