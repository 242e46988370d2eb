import type { CrashPlace } from './open-crash-place.ts';

/** Becomes secret in the cases that mark it. */
export const SOON_SECRET = 'heliotrope';
/** Is secret from the beginning. */
export const SECRET = 'quetzalcoatl';
/** Is captured as secret. */
export const CAPTURED_SECRET = 'obsidianite';

export const NOTES: Readonly<Record<string, string>> = {
  'plant/pump.md': `---\nid: pump\ndate: 2025-05-01\n---\n# Pump\n\nThe pump runs at 40 bar.\n\nbuoy interval:: 60 seconds\n\n<!--privacy:secret-->The safe opens with ${SECRET}.<!--/privacy-->\n`,
  'plant/pump-2026.md':
    '---\ndate: 2025-05-01\n---\n# Pump\n\nbuoy interval:: 30 seconds\n\nDecision: we buy a second pump.\n',
  'people/ida.md': `---\nprivacy: public\n---\n# Ida\n\nIda leads the project. Ida lives in Oslo. Ida likes ${SOON_SECRET}.\n`,
  'people/bo.md': '# Bo\n\nBo reports to Ida. Bo lives in Bergen.\n',
};

export const markIda = (place: CrashPlace) =>
  place.write(
    'people/ida.md',
    (NOTES['people/ida.md'] ?? '').replace(/Ida likes \w+\./, '<!--privacy:secret-->$&<!--/privacy-->'),
  );

export async function idOf(place: CrashPlace, words: string): Promise<string> {
  const { stdout } = await place.run(['claims', 'list', '--reveal', '--json']);
  const { claims } = JSON.parse(stdout) as { claims: { claim_id: string; source_text: string | null }[] };
  const found = claims.find(({ source_text }) => source_text?.includes(words));
  if (found === undefined) throw new Error(`no claim says ${words}`);
  return found.claim_id;
}

export async function conflict(place: CrashPlace): Promise<{ readonly id: string; readonly winner: string }> {
  const { stdout } = await place.run(['contradictions', '--json']);
  const [first] = (JSON.parse(stdout) as { contradictions: { id: string; newer: { claim_id: string } }[] })
    .contradictions;
  return { id: first?.id ?? '', winner: first?.newer.claim_id ?? '' };
}

export const fresh = (place: CrashPlace) => place.remove('.memora');

export const edit = (place: CrashPlace) => {
  markIda(place);
  place.remove('people/bo.md');
  place.write('people/cy.md', '# Cy\n\nCy lives in Bodø. Cy reports to Ida.\n');
  place.write('plant/pump.md', (NOTES['plant/pump.md'] ?? '').replace('40 bar', '45 bar'));
};

export const ENCRYPTED = '[privacy]\nencrypt_database = true\n';
export const settings = (place: CrashPlace, text: string) => place.write('../config/config.toml', text);

/** A chat whose second turn will be erased, in the index and in a backup of it. */
export const haveChatted = async (place: CrashPlace) => {
  const chat = [
    { role: 'user', content: 'The crane lifts 12 tons.' },
    { role: 'user', content: `The crane is made of ${CAPTURED_SECRET}. The crane was painted in Bergen.` },
  ];
  await place.run(['conversations', 'import', '-'], JSON.stringify(chat));
  await place.run(['index']);
  await place.run(['backup', 'copy.db']);
};

export async function chatOf(place: CrashPlace): Promise<string> {
  const { stdout } = await place.run(['conversations', 'list', '--json']);
  const id = /conv_[0-9a-z]{12}/.exec(stdout)?.[0];
  if (id === undefined) throw new Error('no chat is listed');
  return id;
}

/** The id of a memory that is saved for a case. */
export async function savedMemory(place: CrashPlace): Promise<string> {
  const { stdout } = await place.run(['memory', 'save', 'The relay of Harbor runs in Lisbon.', '--json']);
  const id = /mem_[0-9a-z]{12}/.exec(stdout)?.[0];
  if (id === undefined) throw new Error('no memory is saved');
  return id;
}

/** The id of a memory in the trash. */
export async function forgottenMemory(place: CrashPlace): Promise<string> {
  const id = await savedMemory(place);
  await place.run(['memory', 'forget', id, '--reason', 'moved']);
  return id;
}

export const haveDocument = (place: CrashPlace) =>
  place.write('../manual.html', '<h1>Manual</h1>\n<p>The winch pulls 9 tons.</p>\n');
