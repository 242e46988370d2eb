import type { Language } from '../stems/languages.ts';

/**
 * Words by which a question says little of what it is about: whoever asks which tool may be used, or where a thing is put, is answered by
 * notes that say neither `tool` nor `use` nor `put`. By language, lower case and without accents.
 */
const LIGHT = {
  en:
    'a an make makes made making do does doing done turn turns switch switches switched put puts go goes get gets got give gives take takes took place come comes say says said mean means ' +
    'meaning call called use uses used using need needs want wants work works hold holds find finds set sets start starts keep keeps let lets show shows tell tells see ' +
    'have having like thing things way ways kind kinds sort sorts type types varieties part possible know knows tool tools max maximum min minimum everywhere location address difference differences differ ' +
    'differs wrote write writes finished finish version since happen happens look looks looked other another whose inspired stand stands mark marks denote denotes represent represents ' +
    'certain specific particular one single several introduce introduces introduced added appeared appear appears apply applies exist exists existed handle handles deal deals sure whole entire own',
  de:
    'machen macht gemacht tun tut setzen setzt stellen stellt gehen geht bekommen bekommt geben gibt nehmen nimmt kommen kommt sagen sagt heisst bedeutet bedeutung ' +
    'nutzen nutzt verwenden verwendet benutzen brauchen braucht arbeiten arbeitet halten halt finden findet liegt steht ding sache art arten weise sorten teil moglich werkzeug maximal ' +
    'minimal uberall ort adresse unterschied unterscheiden schreiben schreibt schrieb version seit anderer andere gilt gelten existiert existieren',
  fr:
    'faire fait font mettre met aller va obtenir donner donne prendre prend venir vient dire dit signifie signification utiliser utilise besoin travail tenir trouver trouve ' +
    'existe existent applique montrer montre voir chose facon maniere sorte sortes type types partie possible outil maximum minimum partout endroit adresse difference ecrire ecrit version depuis autre',
  es:
    'hacer hace hecho poner pone ir obtener dar da tomar toma venir viene decir dice significa significado usar usa utilizar necesita trabajar tener encontrar encuentra mostrar ' +
    'existe existen aplica muestra ver cosa manera forma formas tipo tipos clases parte posible herramienta maximo minimo lugar direccion diferencia escribir escribe version desde otro otra',
} as const;

/** The languages of which a folded word is one. */
export function lightIn(word: string): readonly Language[] {
  return LANGUAGES.filter(([, words]) => words.has(word)).map(([language]) => language);
}

const LANGUAGES = Object.entries(LIGHT).map(
  ([language, words]) => [language as Language, new Set(words.split(' '))] as const,
);

export const LIGHT_WORDS: ReadonlySet<string> = new Set(
  Object.values(LIGHT).flatMap((words) => words.split(' ')),
);
