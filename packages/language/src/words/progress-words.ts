/** What machines are told to do in a language, and how that ends: a report of progress is made of these alone. In small letters. */
export interface ProgressWords {
  /** Stand before the thing: articles, "all". */
  readonly before: ReadonlySet<string>;
  /** What runs, is built, loaded or written; of one word or two. */
  readonly things: ReadonlySet<string>;
  /** Stand between the thing and its state: auxiliaries, "still", "already". */
  readonly between: ReadonlySet<string>;
  /** The state, of one to three words. */
  readonly states: ReadonlySet<string>;
  /** States by their form: "se está cargando". */
  readonly stateForm: RegExp | null;
  /** Stand behind the state: "successfully", "again". */
  readonly after: ReadonlySet<string>;
  /** What somebody says of an act of its own, before the thing and behind it: "I have opened …", "ich habe … geöffnet". */
  readonly act: readonly [RegExp, RegExp];
}

/** Words are parted by spaces, and the words of one entry by `_`. */
const set = (words: string): ReadonlySet<string> =>
  new Set(words.split(' ').map((word) => word.replaceAll('_', ' ')));

const NOTHING = /^$/u;

/** Languages that part words by spaces. */
export const PROGRESS_WORDS: readonly ProgressWords[] = [
  // English
  {
    before: set(
      'the our my all your this that these both a an unit integration end-to-end e2e type dev development web test build docker git last first second third new whole',
    ),
    things: set(
      'test tests suite branch pull_request pr merge tool_call readme changelog index context context_window build builds compilation linter linting lint typecheck type_check check checks pipeline pipelines ci job jobs deploy deploys deployment deployments migration migrations script scripts command commands download downloads upload uploads install installation import imports export exports sync indexing scan query queries request requests task tasks process session conversation chat server container app application page directory folder file files patch patches change changes edit edits commit commits benchmark benchmarks refactoring formatter npm_install npm_ci pnpm_install yarn_install pip_install cargo_build docker_build git_push git_pull error errors bug bugs typo typos exception warning sandbox response regex output terminal browser editor tab window dialog api endpoint website site link stack_trace cache log logs worker emulator simulator debugger kernel notebook shell repo repository diff screenshot tool form popup spinner connection network vm machine',
    ),
    between: set(
      'has have had is are was were just now still currently again been being already all got successfully',
    ),
    states: set(
      'running executing passing failing complaining building compiling installing loading downloading uploading deploying starting restarting in_progress underway under_way pending queued in_the_queue done ready finished complete completed succeeded started begun began pass passed fail failed loaded saved written restarted stopped killed crashed exited hung hanging stuck timed_out cancelled canceled aborted applied pushed merged committed updated created deleted executed installed uploaded downloaded opened closed indexed formatted stalled reverted rejected almost_full nearly_full full green red paused down up unresponsive not_responding missing refused empty does_not_exist doesn’t_exist do_not_exist truncated reset refreshed reloaded fixed resolved reproduced empty undefined responded compiles works responds appeared disappeared froze frozen broke broken hung_up',
    ),
    stateForm: null,
    after: set(
      'successfully again now already so_far for_now yet by_the_user by_the_agent by_the_assistant retrying trying_again restarting skipping without_errors without_any_errors with_errors without_warnings with_warnings without_issues with_no_errors',
    ),
    act: [
      /^(?:i|we)(?:(?:['’]ve| have)(?: just| now| already)* (?:[a-z]+ed|run|rerun|written|rewritten|sent|made|done|read|put|taken|begun|built|rebuilt|found|seen|set|cut|shut|split|undone)|(?: just| now)* (?:(?!need)[a-z]+ed|ran|wrote|sent|made|did|read|put|took|began|built|found|got|saw|set|cut|shut|split|undid)) /u,
      /^(?:(?: and (?:the |a |all )?[a-z]+| as (?:well|requested)| again| now| successfully| locally)*)$/u,
    ],
  },
  // German
  {
    before: set('der die das den alle unsere unser meine mein eine ein diese dieser dieses'),
    things: set(
      'test tests build builds installation download downloads upload uploads migration skript skripte befehl befehle deployment deployments sitzung server container verzeichnis ordner seite datei dateien aufgabe aufgaben fehler bug verbindung ausgabe prozess import export synchronisierung synchronisation abfrage kompilierung pipeline änderung änderungen',
    ),
    between: set(
      'ist sind wurde wurden war waren wird werden hat haben gerade noch immer jetzt nun bereits schon erfolgreich wieder alle neu',
    ),
    states: set(
      'läuft laufen lädt laden abgeschlossen fertig beendet gestartet fehlgeschlagen bestanden gespeichert geladen abgebrochen begonnen durchgelaufen grün rot in_arbeit abgestürzt installiert aktualisiert angehalten heruntergeladen hochgeladen existiert_nicht antwortet_nicht reagiert_nicht behoben startet startet_neu hängt hängen geprüft gebaut',
    ),
    stateForm: null,
    after: set('gerade noch wieder jetzt erfolgreich worden durch ohne_fehler mit_fehlern'),
    act: [/^(?:ich habe|wir haben)(?: gerade| jetzt| nun| eben)* /u, /^ [a-zäöüß]+(?:t|en)$/u],
  },
  // French
  {
    before: set('les le la l’ une un tous toutes notre mes mon nos'),
    things: set(
      'test tests build builds installation téléchargement compilation déploiement migration script scripts commande session serveur conteneur page dossier fichier fichiers tâche tâches erreur erreurs bug bogue connexion sortie processus import importation export requête pipeline modification modifications',
    ),
    between: set(
      'est sont a ont été vient viennent de se encore toujours déjà bien tous toutes actuellement',
    ),
    states: set(
      'en_cours en_cours_d’exécution terminé terminée terminés terminées commencé démarré démarrée échoué échouent réussi réussie passé passée passés passent tourne tournent enregistré enregistrée chargé chargée lancé lancée lancés annulé annulée fini finie finis prêt prête planté installé installée redémarre démarre charge chargent compile supprimé supprimée n’existe_pas ne_répond_pas ne_répond_plus corrigé corrigée',
    ),
    stateForm: null,
    after: set('avec_succès à_nouveau de_nouveau encore sans_erreur maintenant'),
    act: [/^(?:j['’]ai|nous avons)(?: bien| juste| déjà)* [^\s.,]{2,}(?:é|i|u|is|it|ert) /u, NOTHING],
  },
  // Spanish
  {
    before: set('el la los las todos todas un una nuestro nuestra mi mis'),
    things: set(
      'prueba pruebas test tests compilación build builds descarga instalación despliegue migración script scripts comando sesión servidor contenedor página carpeta archivo archivos fichero ficheros tarea tareas error errores fallo conexión salida proceso importación exportación consulta pipeline cambios',
    ),
    between: set(
      'ha han está están se fue fueron sido ya aún todavía sigue siguen todos todas de nuevo correctamente',
    ),
    states: set(
      'en_curso en_marcha terminó terminaron finalizó empezó comenzó falló fallaron fallan pasó pasaron pasan no_existe no_responde no_responden listo lista listos listas',
    ),
    stateForm:
      /^(?:(?:terminad|completad|finalizad|iniciad|guardad|cargad|instalad|pausad|cancelad|abortad|reiniciad)[oa]s?|(?:empez|comenz|fall|pas)ado|[a-z]+[aei]ndo(?:se)?)$/u,
    after: set('correctamente con_éxito sin_errores otra_vez de_nuevo ahora'),
    act: [/^(?:he|hemos)(?: ya)? [a-záéíóú]+o /u, NOTHING],
  },
  // Portuguese
  {
    before: set('o a os as todos todas um uma nosso nossa meu minha'),
    things: set(
      'teste testes build builds compilação download instalação deploy implantação migração script scripts comando sessão servidor contêiner página arquivo arquivos ficheiro ficheiros tarefa tarefas erro erros bug conexão ligação processo importação exportação consulta pipeline alterações',
    ),
    between: set('foi foram está estão já ainda de novo todos todas sendo'),
    states: set(
      'terminou terminaram falhou falharam passou passaram passam em_andamento em_execução em_curso começou começaram não_existe não_responde a_correr a_decorrer pronto pronta prontos',
    ),
    stateForm:
      /^(?:(?:concluíd|terminad|iniciad|salv|guardad|carregad|instalad|cancelad|pausad)[oa]s?|[a-z]+[aei]ndo)$/u,
    after: set('de_novo novamente com_sucesso sem_erros agora'),
    act: [/^(?:eu )?(?:acabei de [a-zçã]+r|[a-zçã]{2,}(?:i|amos|emos|imos)) /u, NOTHING],
  },
  // Italian
  {
    before: set('il lo la i gli le l’ tutti tutte un una un’'),
    things: set(
      'test build compilazione download installazione deploy rilascio migrazione script comando sessione server container pagina file processo errore errori bug connessione attività importazione esportazione query pipeline modifiche',
    ),
    between: set('è sono ha hanno stato stata stati state ancora già appena tutti tutte sta stanno si'),
    states: set(
      'non_esiste non_risponde non_rispondono in_corso in_esecuzione passano falliscono pronto pronta',
    ),
    stateForm:
      /^(?:(?:terminat|completat|finit|passat|fallit|iniziat|avviat|riavviat|salvat|caricat|installat|annullat|fermat)[oaie]|[a-z]+[ae]ndo)$/u,
    after: set('con_successo di_nuovo senza_errori ancora adesso'),
    act: [/^(?:ho|abbiamo)(?: appena| già)? [a-z]{2,}[ts]o /u, NOTHING],
  },
  // Dutch
  {
    before: set('de het alle een onze mijn'),
    things: set(
      'test tests build download installatie migratie script opdracht sessie server container pagina bestand bestanden taak taken fout fouten bug verbinding proces deploy import export pipeline wijzigingen',
    ),
    between: set('is zijn heeft hebben werd werden wordt nog net al weer nu allemaal'),
    states: set(
      'voltooid klaar gestart mislukt geslaagd bezig draait draaien loopt lopen opgeslagen geladen afgerond begonnen gestopt geïnstalleerd bijgewerkt laadt reageert_niet opgelost afgebroken',
    ),
    stateForm: null,
    after: set('nog weer nu net succesvol zonder_fouten steeds'),
    act: [/^(?:ik heb|we hebben)(?: net| nu)* /u, /^ [a-zë]+(?:d|t|en)$/u],
  },
  // Russian
  {
    before: set('все всё эти этот эта'),
    things: set(
      'тест тесты сборка сборку установка загрузка миграция скрипт скрипты команда команду сессия сервер контейнер страница страницу файл файлы задача задачи ошибка ошибку ошибки баг соединение процесс деплой развёртывание развертывание импорт экспорт запрос линтер пайплайн изменения',
    ),
    between: set('ещё еще уже успешно снова был была было были сейчас все'),
    states: set('идёт идет идут завис зависла не_существует не_отвечает не_отвечают готов готова готовы'),
    stateForm:
      /^(?:(?:запущен|заверш[её]н|выполнен|провален|сохран[её]н|загружен|остановлен|перезапущен|установлен|удал[её]н)[аоы]?|(?:завершил|начал)(?:ся|ась|ось|ись)|прош(?:[её]л|ла|ли)|упал[аио]?|[а-яё]+(?:ется|ится|ются|ятся))$/u,
    after: set('успешно снова опять с_ошибкой с_ошибками без_ошибок сейчас'),
    act: [/^(?:я |мы )?[а-яё]{3,}(?:[аиеыя]л[аи]?) /u, NOTHING],
  },
];
