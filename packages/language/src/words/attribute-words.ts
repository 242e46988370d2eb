const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/u).filter(Boolean));

/** Verbs that take one value at a time: what one is, where one lives, works or stands, what it costs. In nine languages, small letters. */
export const SINGLE_VERBS: ReadonlySet<string> = words(
  `is lives works studies drives weighs costs runs listens stands stays reports sits ist wohnt lebt arbeitet studiert fährt wiegt kostet beträgt steht läuft liegt heißt
   woont werkt mieszka bor est habite vit travaille étudie pèse coûte trouve s'appelle es está vive trabaja estudia pesa cuesta è abita lavora studia costa vale trova é mora vive trabalha estuda custa fica
   живёт живет работает учится весит стоит находится составляет は 是 在 住`,
);

/** "is" and its like, which take one value only where the subject is an attribute. */
export const COPULAS: ReadonlySet<string> = words('is ist beträgt liegt lautet est es è é составляет は 是');

/** The same of several things. */
export const PLURAL_COPULAS: ReadonlySet<string> = words('are sind sont son sono são zijn są är');

/** What begins one of many things that something is: "is a …". */
export const ONE_OF_MANY: ReadonlySet<string> = words(
  'a an one ein eine einer einen un une uno una um uma one-of both also auch auch aussi también anche também также тоже',
);

/** What stands between a thing and what it is of. */
export const OF_WORDS: ReadonlySet<string> = words(
  'of des der von del de di du d della dello dell do da dos das の 的',
);

/** Attributes of which a thing has several at a time: one more says nothing against the first. */
export const MANY_ATTRIBUTES: ReadonlySet<string> = words(
  `hobby hobbies friend sister brother colleague skill language languages child son daughter pet cat dog cousin aunt uncle interest goal task
   member author contributor example dependency feature tag topic schwester bruder freund freundin kollege kollegin hobby sprache kind sohn
   tochter haustier ami amie frère sœur soeur collègue loisir langue enfant fils fille hermano hermana amigo amiga colega afición idioma hijo hija
   fratello sorella amico amica hobby lingua figlio figlia irmão irmã filho filha brat брат сестра друг подруга хобби язык сын дочь коллега`,
);

/** Attributes of which a thing has one at a time, beside the unique ones of the judge. */
export const SINGLE_ATTRIBUTES: ReadonlySet<string> = words(
  `favourite favorite preferred timezone region employer address password budget rent salary branch editor nickname birthday called
   limit maximum minimum threshold timeout interval quota capacity boss supervisor deputy successor headquarters landlord
   lieblingseditor adresse kennwort passwort miete gehalt zeitzone arbeitgeber ansprechpartner ansprechpartnerin wohnort telefonnummer frist
   grenze obergrenze höchstgrenze limit zeitlimit schwellenwert chef vorgesetzter vorgesetzte leiter nachfolger hauptsitz vermieter
   préféré préférée gestionnaire adresse loyer salaire budget fuseau employeur échéance version directeur directrice port numéro délai
   favorito favorita preferido preferida gestor gerenciador alquiler aluguel salario salário presupuesto orçamento puerto porta versión versão
   correo teléfono telefone dirección endereço plazo prazo director diretor límite limite umbral tiempo jefe jefa chefe sede gestore preferito preferita affitto stipendio scadenza indirizzo
   versione direttore telefono bilancio capo soglia seuil chef cheffe patron patronne siège любимый менеджер редактор адрес пароль порт бюджет срок аренда зарплата телефон версия работодатель директор
   начальник начальница руководитель руководительница таймаут лимит предел порог интервал квота`,
);

/** The same in scripts without blanks, and how those say "is". */
export const UNSPACED_ATTRIBUTES =
  /(?:的.+是|の.+は|(?:家賃|住所|電話番号|バージョン|締め切り|納期|上司)は|(?:管理器|版本|端口|地址|电话|房租|时区|截止日期|经理)是)/u;

/** Who does what there is one for, in those: whatever follows is a name. */
export const UNSPACED_ROLES =
  /(?:上司|責任者|担当者|部長|社長|店長|院長|校長|大家)は$|(?:负责人|经理|主管|老板|上司|院长|校长|房东|班主任)是$/u;

/** States of which a person or thing is in one at a time, each line a group. In nine languages. */
export const EXCLUSIVE_STATES: readonly ReadonlySet<string>[] = [
  words(
    `single unmarried engaged married divorced widowed ledig unverheiratet verlobt verheiratet geschieden verwitwet célibataire fiancé fiancée marié mariée
     divorcé divorcée veuf veuve soltero soltera casado casada divorciado divorciada viudo viuda celibe nubile sposato sposata divorziato divorziata vedovo
     vedova solteiro solteira viúvo viúva холост женат разведён разведена замужем`,
  ),
  words(
    `enabled disabled aktiviert deaktiviert activé activée désactivé désactivée activado activada desactivado desactivada attivato attivata disattivato
     disattivata ativado ativada desativado desativada включён включен включена отключён отключен отключена`,
  ),
  words(
    `open closed geöffnet geschlossen ouvert ouverte fermé fermée abierto abierta cerrado cerrada aperto aperta chiuso chiusa aberto aberta fechado fechada
     открыт открыта закрыт закрыта`,
  ),
];

/** What stands before a time of day where something is at one. */
export const AT_TIME: ReadonlySet<string> = words(
  "at until till um bis à jusqu'à a las hasta alle fino às até в до",
);

/** Verbs of one value at a time in those. */
export const UNSPACED_VERBS = /働いて|勤めて|住んで|暮らして|にあり|にいる|工作|上班|任职|住在|位于/u;

/** Articles, and what is left of one before a vowel. */
export const ARTICLES: ReadonlySet<string> = words(
  'the a an der die das den dem ein eine einen einem el la los las un una le les une il lo gli i uno o os as um uma l d',
);

/** Negations beyond those of the judge. */
export const OTHER_NEGATIONS: ReadonlySet<string> = words(
  'no not nicht ne n pas non não nunca jamais mai не нет nie 不 没 ない ません',
);

/** What stands before how often something happens. */
export const EVERY: ReadonlySet<string> = words(
  'every each alle jede jeden cada ogni tous toutes chaque каждые каждый 每 毎',
);

/** What happens to a thing once: two years of it can't both be so. In nine languages, as one says of what was. */
export const ONCE_VERBS: ReadonlySet<string> = words(
  `opened founded built dates dating date datiert data risale inaugurated established died launched invented eröffnet gegründet gebaut erbaut eingeweiht starb gestorben
   inauguré inaugurée ouvert ouverte fondé fondée construit construite mort morte créé créée inaugurado inaugurada fundado fundada construido construida murió
   inaugurato inaugurata fondato fondata costruito costruita morto construído construída morreu открыт открыта основан основана построен построена
   construyó fundó inauguró построили основали gebouwd geopend opgericht zbudowano otwarto założono byggdes grundades`,
);

/** Being born. */
export const BORN_VERBS: ReadonlySet<string> = words(
  'born geboren né née nació nato nata nasceu nascido nascida родился родилась',
);

/** The same in scripts without blanks. */
export const BORN_UNSPACED = /生まれ|出生/u;

const SUPPORT_VERBS: ReadonlySet<string> = words('do does did');

/** True for what a negation is carried by, and says nothing itself. */
export function isSupportVerb(token: string): boolean {
  return SUPPORT_VERBS.has(token);
}

/** "starts at nine" says what "is at nine" does: verbs of beginning, each with the copula of its language. */
export const BEGINS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    is: 'begins starts begint',
    ist: 'beginnt startet',
    est: 'commence débute',
    es: 'empieza comienza',
    è: 'inizia comincia',
    é: 'começa inicia',
  }).flatMap(([copula, verbs]) => verbs.split(' ').map((verb) => [verb, copula] as const)),
);

/** What happens at one time of the day. */
export const CLOCK_VERBS: ReadonlySet<string> = words(
  'opens closes ends leaves arrives begins starts öffnet schließt endet ferme ouvre finit abre cierra termina chiude apre finisce fecha opent sluit открывается закрывается начинается заканчивается открыт открыта открыто',
);

/** What stands before what is left behind: "from Vim to Helix". */
export const FROM_WORDS: ReadonlySet<string> = words('from von de du da dal dalla do d с из van z från');

/** What says how a thing is called. */
export const CALLED: ReadonlySet<string> = words(
  'called named зовут heißt appelle llama chiama chama называется',
);

/** Whose something is; English and much of German are fillers already. */
export const POSSESSIVES: ReadonlySet<string> = words(
  'unser unsere unseren unserem mein meine meinen notre nos mon ma mes nuestro nuestra mi mis nostro nostra mio mia nosso nossa meu minha мой моя наш наша onze ons mijn',
);
