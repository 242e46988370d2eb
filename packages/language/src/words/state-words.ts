import { EXCLUSIVE_STATES } from './attribute-words.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/u).filter(Boolean));

/** Of each group one holds of a thing at a time, whatever the thing is: states, colours, sizes and how often something is. In nine languages. */
const GROUPS: readonly ReadonlySet<string>[] = [
  'on off',
  'an aus',
  'private public internal privat öffentlich intern privé privée public publique privado privada público pública privato privata pubblico pubblica приватный публичный приватная публичная',
  'locked unlocked gesperrt freigegeben entsperrt verrouillé verrouillée déverrouillé déverrouillée bloqueado bloqueada desbloqueado desbloqueada bloccato bloccata sbloccato sbloccata заблокирован разблокирован',
  'offen zu geschlossen auf',
  'mandatory optional required verpflichtend optional freiwillig obligatoire facultatif facultative obligatorio obligatoria opcional obbligatorio obbligatoria facoltativo facoltativa obrigatório obrigatória обязательный необязательный',
  'passed failed succeeded',
  'allowed forbidden prohibited permitted banned erlaubt verboten permis interdit autorisé autorisée interdite permitido prohibido permitida prohibida permesso vietato proibido разрешено запрещено разрешён запрещён',
  'active inactive archived aktiv inaktiv archiviert actif inactif active inactive activo inactivo attivo inattivo ativo inativo активен неактивен',
  'alive dead',
  'full empty voll leer plein vide pleine lleno vacío llena vacía pieno vuoto cheio vazio полон пуст',
  'approved rejected genehmigt abgelehnt approuvé rejeté aprobado rechazado approvato respinto aprovado rejeitado одобрен отклонён',
  'paid unpaid bezahlt unbezahlt',
  'online offline',
  'manual automatic manuell automatisch manuel automatique manual automático',
  'synchronous asynchronous',
  'employed unemployed retired',
  'left-handed right-handed linkshänder rechtshänder',
  'vegetarian vegan',
  'red blue green yellow black white grey gray orange purple violet pink brown beige turquoise silver',
  'rot blau grün gelb schwarz weiß grau orange lila violett rosa braun beige türkis',
  'rouge bleu bleue vert verte jaune noir noire blanc blanche gris grise orange violet violette rose marron beige',
  'rojo roja azul verde amarillo amarilla negro negra blanco blanca gris naranja morado violeta rosa marrón',
  'rosso rossa blu azzurro azzurra verde giallo gialla nero nera bianco bianca grigio grigia arancione viola rosa marrone',
  'vermelho vermelha azul verde amarelo amarela preto preta branco branca cinza laranja roxo rosa marrom',
  'красный красная красное синий синяя синее зелёный зелёная зелёное жёлтый жёлтая жёлтое чёрный чёрная чёрное белый белая белое серый серая серое оранжевый оранжевая оранжевое голубой голубая голубое',
  'small medium large huge tiny',
  'daily weekly biweekly monthly quarterly yearly annually hourly',
  'täglich wöchentlich monatlich vierteljährlich jährlich stündlich',
  'quotidien quotidienne hebdomadaire mensuel mensuelle trimestriel trimestrielle annuel annuelle',
  'diario diaria semanal mensual trimestral anual',
  'ежедневно еженедельно ежемесячно ежегодно',
  'second minute hour day night week fortnight month quarter year',
  'tag woche monat quartal jahr stunde',
  'jour semaine mois trimestre heure',
  'día semana mes trimestre año hora',
  'giorno settimana mese trimestre anno ora',
  'dia semana mês trimestre ano hora',
  'день неделю месяц квартал год час',
  'first second third fourth fifth sixth seventh eighth ninth tenth ground',
  'ersten zweiten dritten vierten fünften sechsten siebten achten neunten zehnten',
  'premier deuxième troisième quatrième cinquième sixième septième huitième',
  'primer primero segundo tercer tercero cuarto quinto sexto séptimo octavo',
  'primo secondo terzo quarto quinto sesto settimo ottavo',
  'первом втором третьем четвёртом пятом шестом седьмом восьмом',
].map(words);

/** Periods and ordinals say nothing alone: "the second chapter" is another chapter. */
const FIRST_OF_PARTS = GROUPS.length - 12;

const NOT = /^(?:un|in|im|ir|il|dis|non-?|dés|des|не)(?=\p{L}{4})/u;

/** True for two words of which one holds of a thing at a time: "open" and "closed", "red" and "blue", "locked" and "unlocked". */
export function excludeEachOther(a: string, b: string): boolean {
  if (a === b) return false;
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  if (longer.endsWith(shorter) && NOT.test(longer) && longer.replace(NOT, '') === shorter) return true;
  return [...EXCLUSIVE_STATES, ...GROUPS.slice(0, FIRST_OF_PARTS)].some(
    (group) => group.has(a) && group.has(b),
  );
}

/** True for two periods, or two ordinals: "every week" and "every month", "the third floor" and "the fifth floor". */
export function arePartsOfOne(a: string, b: string): boolean {
  return a !== b && GROUPS.slice(FIRST_OF_PARTS).some((group) => group.has(a) && group.has(b));
}

/** What stands before where, when, by whom or with what something is done: with a word of a change, another one is in its place. */
export const PLACE_WORDS: ReadonlySet<string> = words(
  `at in on for with by to into under behind beside from next via through until bei beim im in am an auf mit von vom zu zum zur für unter hinter neben über nach bis
   chez à au aux en dans sur avec par pour sous de du jusqu'à en con por para desde hasta al a da dal nel nella su sul con per presso com no na pelo pela em в во на за с со у под для до к через по`,
);

/** Of what these say there may be several at a time: another one says nothing against the first. Stems, since all forms do. */
const MANY = new RegExp(
  `^(?:${`like love enjoy hate own own have has had use speak know support include contain depend consist sell buy store read write eat drink collect grow need want interested good bad allergic
   familiar part member mögen liebt besitz hat haben nutz benutz verwend sprich sprech kennt unterstütz enthält enthalten verkauf sammel braucht isst trinkt
   aime adore possède utilise parle connaît vend collectionne mange boit gusta ama tiene usa utiliza habla conoce bebe piace possiede parla conosce mangia beve
   gosta tem fala люб име использ говор знает прода собира ест пьёт нужн нуж`
    .split(/\s+/u)
    .join('|')})`,
  'u',
);

/** Words with such a stem that are no form of the verb. */
const NO_VERBS: ReadonlySet<string> = words(
  'user users usage owner owners reader readers ready likely partner partners template templates temperature temperatures writer writers parts usability',
);

/** The same in scripts without blanks. */
const MANY_UNSPACED =
  /好き|持って|使って|話し|話せ|食べ|飲み|売って|習って|会说|喜欢|有|使用|吃|喝|卖|出售|依赖|支持/u;

/** True for a verb, or what stands for one, of which there are several objects at a time. */
export function takesMany(token: string): boolean {
  return (MANY.test(token) && !NO_VERBS.has(token.replace(/'s?$/u, ''))) || MANY_UNSPACED.test(token);
}

/** How people are spoken of by name. */
export const TITLES: ReadonlySet<string> = words(
  'mr mrs ms miss dr prof herr frau dr. m. m mme mlle sr sra señor señora don doña signor signora sig dott dottoressa senhor senhora г-н г-жа',
);

/** Whoever many things are said of: that one is said says nothing against another. */
export const ANYBODY: ReadonlySet<string> = words(
  `user client customer patient agent assistant team company nutzer nutzerin kunde kundin patient patientin firma utilisateur utilisatrice client cliente équipe entreprise usuario usuaria
   cliente equipo empresa utente azienda squadra usuário usuária equipe пользователь клиент команда компания`,
);

/** The articles of what is known and one. */
export const DEFINITE: ReadonlySet<string> = words(
  "the der die das den dem le la l' l les el los las il lo gli i o a os as het de our my mein meine unser unsere notre mon ma nuestro nuestra mi nostro nostra nosso nossa",
);

/** Names of people in scripts without blanks. */
export const NAMED_UNSPACED = /(?:さん|氏|様|先生|女士|小姐|博士)$/u;

/** What says that there is one of it: the first and the last. */
export const THE_ONE: ReadonlySet<string> = words(
  'first last erste letzte erster letzter premier première dernier dernière primer primera primero último última primo prima ultimo ultima primeiro primeira первый первая последний последняя',
);
