import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import Ajv from 'ajv';
import { describe, expect, it } from 'vitest';
import type { Check, Statement, VerificationReport } from '../contract/verification-report.ts';
import { locateOffset } from './locate-offset.ts';
import { toJunit } from './to-junit.ts';
import { toSarif } from './to-sarif.ts';

const answer = { text: 'One [claim:a].\r\nTwo & "three" [claim:<x>].\nFour.', file: 'out/an answer.md' };

const check = (status: Check['status'], claimId: string, utf16: number): Check => ({
  claimId,
  status,
  reason: 'because',
  relocated: false,
  notePath: status === 'malformed' ? null : 'notes/ä b.md',
  span: status === 'malformed' ? null : { start: 3, end: 9 },
  sourceText: null,
  band: null,
  quotes: [],
  disagreements: [],
  statementIndex: 0,
  offset: { utf16, utf8: utf16 },
});
const statement = (text: string, utf16: number, checks: number[]): Statement => ({
  text,
  offset: { utf16, utf8: utf16 },
  kind: 'claim',
  status: 'uncited',
  wording: 'paraphrased',
  differences: [],
  judgement: 'not_judged',
  judgedBy: null,
  because: null,
  kept: false,
  reason: 'It cites nothing.',
  checks,
});
const report = {
  verdict: 'partial',
  checks: [check('superseded', 'a', 4), check('malformed', '<x>\u0000', 30)],
  statements: [statement('One [claim:a].', 0, [0]), statement('Two', 16, [1]), statement('Four.', 42, [])],
} as unknown as VerificationReport;

describe('toSarif', () => {
  it('is valid by the published schema, whatever the answer and its problems are', () => {
    const require = createRequire(import.meta.url);
    const folder = dirname(require.resolve('@microsoft/jest-sarif/package.json'));
    const schema = JSON.parse(readFileSync(join(folder, 'lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8'));
    const ajv = new Ajv({ schemaId: 'auto', unknownFormats: 'ignore' });
    ajv.addMetaSchema(require('ajv/lib/refs/json-schema-draft-04.json'));
    const validate = ajv.compile(schema);
    const empty = { verdict: 'empty', checks: [], statements: [] } as unknown as VerificationReport;
    const allowed = [{}, { allowSuperseded: true, allowUncited: true }];
    for (const each of [report, empty]) {
      for (const options of allowed) {
        const sarif: unknown = JSON.parse(
          JSON.stringify(toSarif(each, answer, { version: '1.0.0', ...options })),
        );
        expect(validate(sarif), JSON.stringify(validate.errors)).toBe(true);
      }
    }
    // The purpose of the schema.
    expect(validate({ version: '2.1.0', runs: [{ results: [{ level: 'bad' }] }] })).toBe(false);
  });

  it('places each fault in the answer and points at the cited bytes', () => {
    const sarif = toSarif(report, answer, { version: '1.0.0' }) as {
      runs: [{ results: { ruleId: string; locations: unknown[]; relatedLocations?: unknown[] }[] }];
    };
    const [run] = sarif.runs;
    expect(run.results.map((each) => each.ruleId)).toEqual(['superseded', 'malformed', 'uncited']);
    expect(run.results[1]?.locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'out/an%20answer.md' },
          region: { startLine: 2, startColumn: 15 },
        },
      },
    ]);
    expect(run.results[0]?.relatedLocations).toMatchObject([
      {
        physicalLocation: {
          artifactLocation: { uri: 'notes/%C3%A4%20b.md' },
          region: { byteOffset: 3, byteLength: 6 },
        },
      },
    ]);
  });

  it('lets pass what the flags allow', () => {
    const sarif = toSarif(report, answer, { version: '1', allowSuperseded: true, allowUncited: true });
    expect(
      (sarif as { runs: [{ results: { ruleId: string }[] }] }).runs[0].results.map((each) => each.ruleId),
    ).toEqual(['malformed']);
  });
});

describe('toJunit', () => {
  it('is well-formed XML whatever stands in the marker', () => {
    const xml = toJunit(report, answer, {});
    expect(xml).toContain('<testsuites tests="3" failures="3">');
    expect(xml).toContain('[claim:&#60;x&#62;\ufffd]');
    expect(xml).toContain('<failure type="uncited"');
    expect(xml).not.toContain('\u0000');
  });

  it('counts only what the flags do not allow', () => {
    expect(toJunit(report, answer, { allowSuperseded: true, allowUncited: true })).toContain(
      'tests="2" failures="1"',
    );
  });
});

describe('locateOffset', () => {
  it('counts lines whatever ends them', () => {
    expect(locateOffset('a\r\nb\rc\nd', 3)).toEqual({ line: 2, column: 1 });
    expect(locateOffset('a\r\nb\rc\nd', 7)).toEqual({ line: 4, column: 1 });
    expect(locateOffset('abc', 2)).toEqual({ line: 1, column: 3 });
  });
});
