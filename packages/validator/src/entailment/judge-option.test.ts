import { describe, expect, it } from 'vitest';
import type { EntailmentJudge, EntailmentQuestion } from '../contract/entailment-judge.ts';
import type { VerificationOptions } from '../contract/verification-options.ts';
import { createCitedNotes } from '../testing-fixtures/cited-notes.ts';
import { verifyCitations } from '../verification/verify-citations.ts';
import { verifyStream } from '../verification/verify-stream.ts';

const note = 'The pump moves water to the tower. The valve is red. The boiler heats the hall.\n';

function setup(reply: (question: EntailmentQuestion) => unknown, locality: 'local' | 'cloud' = 'local') {
  const notes = createCitedNotes({ 'pump.md': note });
  const asked: EntailmentQuestion[] = [];
  const judge: EntailmentJudge = {
    name: 'scripted',
    locality,
    judge: async (question) => {
      asked.push(question);
      return reply(question);
    },
  };
  const pump = notes.claim('pump.md', 'The pump moves water to the tower.');
  const valve = notes.claim('pump.md', 'The valve is red.');
  const verify = (answer: string, options: Partial<VerificationOptions> = {}) =>
    verifyCitations(answer, { ...notes.ports, judge, ...options });
  return { notes, asked, judge, pump, valve, verify };
}

describe('the option judge', () => {
  it('is asked only where a statement would stand, the guard is silent and the words are not verbatim', async () => {
    const { asked, pump, valve, verify } = setup(() => 'neutral');
    const report = await verify(
      `The pump moves water to the tower [claim:${pump}]. Water is brought to the tower by the pump [claim:${pump}]. ` +
        `The valve has 3 bolts [claim:${valve}]. It rains.`,
    );
    expect(asked.map(({ statement }) => statement)).toEqual(['Water is brought to the tower by the pump.']);
    expect(asked[0]?.evidence).toBe('The pump moves water to the tower.');
    expect(report.cleanText).toContain('Water is brought to the tower by the pump');
    expect(report.degraded).toBe(false);
  });

  it('strips what it finds contradicted, and says so; any other word strips nothing', async () => {
    for (const word of ['entailed', 'neutral', 'contradicted', 'maybe', { verdict: 'contradicted' }, null]) {
      const { pump, verify } = setup(() => word);
      const report = await verify(`Water is kept away from the tower by the pump [claim:${pump}].`);
      const strips = word === 'contradicted' || (typeof word === 'object' && word !== null);
      expect(report.verdict, String(word)).toBe(strips ? 'rejected' : 'verified');
      if (strips) {
        expect(report.checks[0]).toMatchObject({
          status: 'token_mismatch',
          disagreements: [{ kind: 'contradicted', decisive: true }],
        });
        expect(report.cleanText).toBe('');
      }
    }
  });

  it('strips nothing where it fails, and the report says that it is degraded', async () => {
    const { pump, verify } = setup(() => {
      throw Object.assign(new Error('secret text'), { code: 'RATE_LIMIT' });
    });
    const report = await verify(`Water is brought to the tower by the pump [claim:${pump}].`);
    expect(report).toMatchObject({ verdict: 'verified', degraded: true });
    expect(report.degradedReasons.join()).not.toContain('secret text');
  });

  it('is never shown a secret span elsewhere', async () => {
    const { notes, asked, judge, pump } = setup(() => 'contradicted', 'cloud');
    const claims: VerificationOptions['claims'] = async (ids) => {
      const found = await notes.ports.claims(ids);
      return new Map([...found].map(([id, claim]) => [id, { ...claim, band: 'secret' as const }]));
    };
    await verifyCitations(`Water is brought to the tower by the pump [claim:${pump}].`, {
      ...notes.ports,
      claims,
      judge,
    });
    expect(asked).toEqual([]);
  });

  it('gives a stream what it gives the whole answer', async () => {
    const { notes, judge, pump, verify } = setup(({ statement }) =>
      statement.includes('away') ? 'contradicted' : 'entailed',
    );
    const answer = `Water is brought to the tower by the pump [claim:${pump}]. Water is kept away from the tower by the pump [claim:${pump}].`;
    const { cleanText } = await verify(answer);
    let text = '';
    const stream = new ReadableStream<string>({
      start: (controller) => {
        for (const char of answer) controller.enqueue(char);
        controller.close();
      },
    }).pipeThrough(verifyStream({ ...notes.ports, judge }));
    for await (const part of stream) if (part.type === 'text') text += part.text;
    expect(cleanText).not.toContain('away');
    expect(text).toBe(cleanText);
  });
});

describe('the option guard, by kind', () => {
  it('lists a kind that is only reported, leaves out one that is off, and stays strict on all others', async () => {
    const { pump, verify } = setup(() => 'entailed');
    const answer = `The pump moves 40 litres of water to the tower [claim:${pump}].`;
    const kinds = async (guard: VerificationOptions['guard']) => {
      const report = await verify(answer, { guard, judge: undefined });
      return [report.verdict, ...(report.checks[0]?.disagreements ?? []).map(({ kind }) => kind)];
    };
    expect((await kinds('strict'))[0]).toBe('rejected');
    expect(await kinds({ name: 'report' })).toEqual(await kinds('strict'));
    const [verdict, ...found] = await kinds({ number: 'report', unit: 'report' });
    expect(verdict).toBe('verified');
    expect(found).toContain('number');
    expect(await kinds({ number: 'off', unit: 'off', drift: 'off' } as never)).toEqual(['verified']);
    await expect(kinds({ number: 'loud' } as never)).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });
});
