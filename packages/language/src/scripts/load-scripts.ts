import { addScript, countScripts, type ScriptWords } from './script-words.ts';

/** A script whose words are a separate module, with a pattern for its characters. */
interface Script {
  readonly character: RegExp;
  readonly load: () => Promise<ScriptWords>;
  words?: ScriptWords;
}

const SCRIPTS: readonly Script[] = [
  { character: /\p{Script=Cyrillic}/u, load: async () => (await import('./cyrillic.ts')).CYRILLIC },
  { character: /\p{Script=Arabic}/u, load: async () => (await import('./arabic.ts')).ARABIC },
  { character: /\p{Script=Devanagari}/u, load: async () => (await import('./devanagari.ts')).DEVANAGARI },
  {
    // Thai and Lao, Korean, Kana, Han, and their signs.
    character:
      /[\u0e00-\u0eff\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff]|\p{Script=Han}/u,
    load: async () => (await import('./east-asian.ts')).EAST_ASIAN,
  },
];

/** Characters that belong to none of those scripts and do not normalise to one. */
const PLAIN = /^[\0-\u024f\u2000-\u206f\u20a0-\u20bf]*$/u;

/**
 * Loads the words of every script that occurs in a text, including entities and compatibility forms; returns `null` if all of them are loaded. The words of a
 * script affect no other text, so results never depend on what was loaded for other texts.
 */
export function loadScripts(texts: Iterable<string>): Promise<void> | null {
  if (countScripts() > SCRIPTS.length) return null;
  const wanted = new Set<Script>();
  for (const text of texts) {
    // A character written as an entity may belong to any script.
    const isCoded = text.includes('&#');
    if (!isCoded && PLAIN.test(text)) continue;
    const whole = `${text}\n${text.normalize('NFKC')}`;
    for (const script of SCRIPTS)
      if (script.words === undefined && (isCoded || script.character.test(whole))) wanted.add(script);
  }
  return wanted.size === 0 ? null : loadAll(wanted);
}

async function loadAll(scripts: ReadonlySet<Script>): Promise<void> {
  await Promise.all(
    [...scripts].map(async (script) => {
      script.words ??= await script.load();
      addScript(script.words);
    }),
  );
}
