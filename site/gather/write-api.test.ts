import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeApi } from './write-api.ts';

it('writes what a package exports by a star, too', () => {
  const pages = writeApi(join(import.meta.dirname, '../..'));
  const validator = pages.find(({ name }) => name === 'validator')?.text ?? '';
  for (const name of ['verifyCitations', 'verifyStream', 'VerificationReport', 'verifyAgainst'])
    expect(validator).toContain(`### ${name}\n`);
  // Each name once per entry.
  for (const entry of validator.split(/^## /mu).slice(1)) {
    const names = [...entry.matchAll(/^### (.*)$/gmu)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
  }
});
