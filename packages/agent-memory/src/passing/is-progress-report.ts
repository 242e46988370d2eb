import { PROGRESS_WORDS, type ProgressWords } from '@memora/language/words';

/*
 * What an agent or a program says of the step that it takes: "The tests passed.", "Compiling 34 of 120", "The user clicked Save." It is known by its whole
 * sentence, because one word more may make it last: "The build takes 12 minutes", "The migration to Postgres was completed in May".
 */

/** In UTF-16 units. */
const LONGEST = 200;

// In `String.raw` a character that is no ASCII is written as an escape: the bundles are ASCII, and could not escape it there.
const END = String.raw`(?:\.\.\.|[.!\u2026])*$`;

/** What steps are taken with; a path, an address, a code or a count besides. */
const OBJECT = String.raw`(?:the |all |your |this |my |an? |any |next |first |last |dev |new |\d+ )*(?:files?|requests?|tests?|suite|dependenc(?:y|ies)|packages?|logs?|results?|pages?|repo(?:sitory)?|branch|containers?|images?|modules?|servers?|build|code ?base|steps?|changes|patch(?:es)?|docs|documentation|documents?|search|command|script|functions?|class(?:es)?|methods?|config(?:uration)?|code|folders?|director(?:y|ies)|bugs?|errors?|readme|changelog|diff|pull requests?|tickets?|issues?|output|input|task|origin|index|conversation|session|cache|database|list|results?|[\w./@-]+\.[^\s.,:;!?\u2026]{1,5}|[\w./-]+\/[\w./-]*|https?:\S+|[a-z]+[A-Z]\w*|\w+_\w+|\d+ of \d+|\d+\/\d+|\d+ ?%)`;
const STEPS = `[a-z]{3,}ing`;
const ON_SCREEN = String.raw`settings|screenshot|file|image|button|menu|page|tab|window|dialog|panel|assistant|agent|enter|escape|return|save|cancel|ok|ctrl\S*|session|chat|conversation|terminal|editor|message|link|list|modal|form|field|logs?|output|console|diff|preview|results|sidebar|preferences`;
/** Without who took them: "Moved to Lisbon" is of a person. */
const TAKEN_STEPS =
  'opened|closed|downloaded|uploaded|saved|loaded|ran|reran|executed|compiled|installed|created|deleted|removed|edited|updated|wrote|read|searched|listed|fetched|parsed|generated|checked|tested|fixed|committed|pushed|merged|copied|cloned|started|stopped|restarted|formatted|refactored|added|modified|reviewed|analy[sz]ed|processed|scanned|verified|reverted|applied|indexed|rebuilt|built|extracted|linted';
/** What a session is made of, by its bare name. */
const SESSION_THINGS =
  'sandbox|response|regex|variable|output|page|server|command|tool|tool call|request|query|search|terminal|browser|editor|tab|window|dialog|popup|form|script|process|test|tests|build|compiler|linter|app|website|site|connection|api|call|request|spinner|container|emulator|debugger|shell|console|upload|download|install|session|agent|assistant|model|code|program|job|worker|pipeline|function|loop';
const JUST_DID =
  "(?:has |have |had |just |now |again |suddenly )*(?:was reset|were reset|was truncated|got truncated|was cut off|was reloaded|was refreshed|was reopened|responded|replied|returned|took (?:too|so|very|a) long|took a while|timed out|crashed|hung|froze|broke|failed|passed|matched|loaded|reloaded|opened|closed|started|restarted|stopped|finished|completed|produced|printed|threw|exited|compiled|ran|worked|disappeared|appeared|refreshed|suggested|proposed|asked|answered|showed|did(?: not|n['\u2019]t)|could(?: not|n['\u2019]t)|is(?: not|n['\u2019]t) responding|does(?: not|n['\u2019]t) respond|compiles now|works now|is (?:undefined|null|empty) (?:at this point|here|now))";
/** With one of these a sentence that begins with a step has it as its subject. */
const FINITE =
  'is (?:done|best|needed|required|allowed|forbidden|an?)|are|takes?|requires?|needs?|must|should|can|costs?|helps?|means?|happens?|has to|only|before every|works|fails|breaks|gives|makes|leads|causes|saves|goes|runs|returns|uses|starts|ends';
/** Steps that nobody takes for a living. */
const ONLY_STEPS =
  'checking|retrying|rerunning|fetching|looking|searching|opening|loading|executing|installing|compiling|updating|generating|processing|scanning|parsing|verifying|fixing|debugging|cloning|pulling|pushing|committing|deploying|uploading|downloading|restarting|stopping|waiting|trying|proceeding|continuing|inspecting|investigating|reverting|rebuilding|editing|applying|listing|comparing';
const SELF = `(?:i|we)(?:['’]ve| have)? (?:now |just |already )*`;

/** Programs that look for something and say what they found. */
const FINDERS =
  'linter|search|query|scan|scanner|grep|compiler|type ?checker|tests?|test run|audit|build|script|command|api|tool|formatter|eslint|biome|tsc|mypy|npm audit';
const FOUND =
  '(?:results?|match(?:es)?|warnings?|errors?|issues?|problems?|failures?|hits?|entries|files?|lines?|items?|rows?|vulnerabilit(?:y|ies)|output)';

const REPORTS: readonly RegExp[] = [
  // A step without who takes it.
  new RegExp(
    String.raw`^(?:now |still |also )?(?:${ONLY_STEPS}) (?:the|an?|all|my|your|this|these|whether|if|why|how|what|which|for|with|to|on|at|into|again|\d+)(?![a-z])(?![^.]*\b(?:${FINITE})\b)[^:.\u2026]{0,80}${END}`,
    'u',
  ),
  // Of itself, to whom it talks with.
  /^(?:let me|i(?:['’]ll| will| need to| have to)) (?:think|wait|have a think|reflect|look|check|try|see)(?: (?:about|on|at|over|for|into) (?:this|that|it|the [^ .]+|your [^ .]+))?(?: (?:again|first|now|carefully|for a (?:moment|second|minute)))*[.!…]*$/u,
  /^(?:sorry|apologies|my (?:mistake|bad|apologies)|i apologi[sz]e|you(?:['’]re| are) (?:absolutely )?right|thanks|thank you|understood|got it|noted|sure|of course|okay|ok)(?:[,.!:]| for | about )[\s\S]{0,80}$/u,
  /^(?:my|the|your) (?:previous|last|first|earlier) (?:answer|reply|response|message|attempt|try|guess|approach|command|edit|suggestion) (?:was|is|has been|did|had|failed|worked)(?![a-z])/u,
  /^(?:i|we) (?:could(?: not|n['’]t)|can(?:not|['’]t| not)|was(?: not|n['’]t) able to|am unable to|were unable to|failed to|was able to|managed to|tried to) (?:find|open|read|locate|reproduce|run|access|load|parse|install|build|compile|connect|fix|see|reach|fetch|download|start|execute|write|edit)(?![a-z])[\s\S]{0,80}$/u,
  /^(?:i|we)(?: am|['’]m| are|['’]re) (?:now |still |currently )*(?:in the middle of|busy|about to|going to) [a-z]+ing(?![a-z])/u,
  /^there (?:are|is) (?:still )?(?:no|\d+|a few|some|one|two|three) (?:[a-z]+ )?(?:files?|steps?|tests?|tasks?|errors?|items?|todos?|changes|commits?|warnings?)(?: (?:left|remaining|to go|more|now|pending|still open))(?: to [a-z]+)?[.!…]*$/u,
  new RegExp(
    String.raw`^(?:the |our )?(?:${FINDERS}) (?:has |have |just |now )*(?:found|reported|returned|showed|shows|produced|detected|raised|gave|listed|flagged|threw|printed) (?:no|nothing|\d+|a few|some|zero|one|two|three|several|an?)(?: (?!more )[a-z]+)? ?${FOUND}?(?: (?:in|for|on|at|from) ${OBJECT})?${END}`,
    'u',
  ),
  new RegExp(
    String.raw`^(?:the )?(?:user|customer|client) (?:asked|told|wants|wanted|requested)(?: me| us| the (?:assistant|agent))? to (?:fix|debug|refactor|investigate|look into|look at|check|rerun|run|search for|open|read|explain|summari[sz]e|review|test|build|merge|commit|push|delete|rename|find) (?:the |a |an |this |that |my |his |her |their )+(?:[^\s.,:;!?\u2026]+ )?${OBJECT}${END}`,
    'u',
  ),
  new RegExp(`^${SELF}(?:finished|completed|done|started) [a-z]{3,}ing ${OBJECT}${END}`, 'u'),
  new RegExp(
    String.raw`^(?:i|we)(?: will|['\u2019]ll) (?:start|begin|continue|proceed|go on|follow up) (?:(?:with|on) ${OBJECT}|by ${STEPS}[^.]{0,60})(?: first| next| then| now)?${END}`,
    'u',
  ),
  /^(?:the )?(?:context(?: window)?|disk|memory|buffer|token budget|progress|battery) (?:is |at |has reached |now |about )*\d+ ?(?:%|percent)(?: (?:full|used|complete|done|left))?[.!…]*$/u,
  /^(?:i|we)(?: am|['’]m| are|['’]re) (?:about |roughly |now )*(?:half ?way|(?:almost|nearly) (?:done|there|finished))(?: (?:through|with|to) [^.]{1,40})?[.!…]*$/u,
  /^(?:the )?(?:agent|assistant|model|session) has (?:access to )?(?:\d+|no|several|many|all) tools?(?: available)?[.!]?$/u,
  // An agent of itself.
  new RegExp(
    String.raw`^${SELF}(?:finished|completed|done) (?:steps?|tasks?|parts?|phases?|todos?|items?) \d+`,
    'u',
  ),
  new RegExp(
    String.raw`^${SELF}(?:finished|completed|opened|read|edited|updated|fixed|ran|run|tested|checked|searched|reviewed|created|deleted|modified|listed) (?:the |all |your |these |this |that |those )?(?:\d+ )?(?:files?|tests?|builds?|steps?|changes|task|request|refactoring|command|script|error|bug|issue|page|search)(?: (?:you (?:asked|wanted|mentioned)(?: for)?|and [^\s.,:;!?\u2026]+ \d+|successfully|now|again))*${END}`,
    'u',
  ),
  /^(?:i|we)(?: will|['’]ll| am going to|['’]m going to|['’]re going to) now [^\s.,:;!?…]+/u,
  /^let me (?:quickly )?(?:have|take) (?:a|another) (?:quick |closer |second )?look(?![^ .,:;!?…])/u,
  /^(?:i|we) (?:['’]ll )?need (?:a|one|another|a few|some)(?: more)? (?:minutes?|seconds?|moments?)(?![^ .,:;!?…])/u,
  /^(?:i|we)(?: am|['’]m| are|['’]re) (?:done|finished) (?:with )?.{0,40}\bfor now[.!]?$/u,
  /^here(?:['’]s| is| are) .{1,60} (?:that )?you (?:asked|requested|wanted|needed)(?: for)?[.!:]?$/u,
  /^this (?:session|conversation|chat|thread) (?:is|was) (?:about|for|on) /u,
  // An agent of another, and of the user before the screen.
  /^(?:the )?(?:agent|assistant|ai|model|bot|tool) (?:has |have |is |was |now |just )*(?:apologi[sz]ed|responded|replied|answered|thanked|greeted|acknowledged|finished|continued|editing|edited|reading|read|ran|running|opened|opening|called|calling|executed|searched|searching|listed|fetched|modified|wrote|writing)(?: (?:for|to|with|the|a|an|its|and|in|on|user|mistake|error|question|request|confusion|delay|search|page|output|edited|read|ran|created|modified|file|files|test|tests|command|commands|tool|tools|\d+|[\w./-]+\.[^\s.,:;!?…]{1,5}))*[.!]?$/u,
  new RegExp(
    `^(?:the )?user (?:has |just |then |now )*(?:opened|closed|clicked|pressed|typed|scrolled|selected|uploaded|pasted|attached|dragged|thanked|greeted|interrupted|switched|went|navigated|hit)(?: (?:on|the|an?|his|her|their|to|back|down|up|in|into|through|over|new|of))*(?: (?:${ON_SCREEN}|me|us))?${END}`,
    'u',
  ),
  /^(?:the )?user (?:said|says|wrote|typed|sent|replied|responded|answered)(?: with)?:? (?:["“'])?(?:hello|hi|hey|thanks|thank you|ok(?:ay)?|yes|no|sure|goodbye|bye|continue|go ahead|a message|nothing)(?:["”'])?[.!]?$/u,
  /^(?:the )?user (?:asked|has asked|is asking)(?: me| the assistant| the agent)? (?:(?:an?|another|the|some) (?:[^\s.,:;!?…]+ )?(?:questions?|follow-up)|for (?:help|more|assistance|clarification))[.!]?$/u,
  /^(?:the )?user (?:wants|asked|told|would like) (?:me|the (?:assistant|agent)|us) to (?:continue|proceed|go on|go ahead|keep going|carry on|try again|retry|stop|start over|wait)[.!]?$/u,
  /^(?:waiting|awaiting|holding) (?:for |on )?(?:the |your )?(?:user|assistant|agent|server|build|tests?|response|reply|confirmation|command|page)(?![^ .,:;!?…])/u,
  /^(?:(?:now|still|on|at|the|my|this|is|am|are|i|we|i['’]m|we['’]re|[a-z]+ing) )*\(?(?:attempt|retry|try|step|page|chunk|batch) \d+(?:\/| of )\d+\)?(?: (?:completed?|done|finished|failed|passed))?(?:\.\.\.|[.!…])*$/u,
  /^(?:timed? ?out|timeout|failed|error|connection (?:lost|reset|refused))(?: after \d+ ?[^\s.,:;!?…]+)?,? (?:retrying|trying again|reconnecting)/u,
  /^(?:everything|nothing|all of it|it all)(?:['’]s| is| has| was| looks?)? ?(?:now |already )*(?:green|fine|ok|okay|good|done|ready|working|passing|changed|happened|failed|up to date|clean|in order)[.!]?$/u,
  /^(?:i|we)(?: am|['’]m| are|['’]re) (?:now )?(?:(?:on|at) (?:step|task|file|part|line|item) \d+|looking (?:into|at|through))(?![^ .,:;!?…])/u,
  new RegExp(
    `^(?:i|we)(?: am|['\u2019]m| are|['\u2019]re) (?:now |still |currently )*looking for ${OBJECT}${END}`,
    'u',
  ),
  /^(?:i|we)(?: am|['’]m| are|['’]re) (?:now |still |currently )*looking for (?:the |a |an |any )?(?:right |root |best |other )?(?:cause|reason|way|answer|solution|fix|culprit|place|information|examples?|usages?|references?)(?![^ .,:;!?…])/u,
  /^let['’]s (?:now |just )?(?:continue|proceed|go (?:on|ahead)|move on|start|begin|try|see|look|check|fix|keep going|wrap up)(?![^ .,:;!?…])(?! (?:every|each|meetings?|the day))/u,
  /^(?:the )?(?:user|assistant|agent|server|model) (?:has|have|did)(?:n['’]t| not) (?:[^\s.,:;!?…]+ ){1,4}yet[.!]?$/u,
  /^(?:[^\s.,:;!?…]+: )?\d+ (?:passed|failed|skipped|passing|failing)(?:, \d+ [^\s.,:;!?…]+)*[.!]?$/u,
  /\bstill (?:being (?:reviewed|tested|built|processed|indexed|deployed|uploaded|downloaded)|in progress)[.!]?$/u,
  // A word that asks for patience, or for more.
  /^(?:(?:just )?(?:one|a) (?:moment|second|minute|sec)|hold on(?: a [^\s.,:;!?…]+)?|give me an? [^\s.,:;!?…]+|wait a [^\s.,:;!?…]+|stand by|un (?:momento|moment|attimo|instante?|istante)|um (?:momento|instante)|ein(?:en)? (?:moment|augenblick)|een (?:moment(?:je)?|ogenblik)|(?:одну )?(?:минут(?:ку|очку)|секунд(?:у|очку))|少々お待ちください|お待ちください|(?:请)?稍等(?:一下|片刻)?|잠시만(?: 기다려 ?주세요)?)(?:,? (?:please|por favor|bitte|s['’]il (?:te|vous) plaît|per favore|alsjeblieft|пожалуйста))?[.!…。！]*$/u,
  /^(?:great|good|excellent|nice|interesting) (?:question|point|idea|catch|job|work|thinking)[.!]*$/u,
  /^(?:the )?(?:cursor|terminal|screen|prompt|spinner|console|progress bar) (?:is|shows?|displays?|blinks?|says?) /u,
  /^(?:the )?(?:user|assistant|agent|client) (?:is|went|came|appears) (?:now |back |currently )*(?:on|off)line[.!]?$/u,
  /\blorem ipsum\b/u,
  // German, and what others say of the user before the screen.
  /^(?:der|die) (?:nutzer|nutzerin|benutzer|user) hat (?:gerade )?(?:auf |die |das |den |eine? |einen )*[^\s.,:;!?…]+ (?:geklickt|gedrückt|geöffnet|geschlossen|hochgeladen|eingefügt|ausgewählt)[.!]?$/u,
  /^(?:installier|kompilier|les|öffn|prüf|start|lad|such|bau)e (?:die |das |den |alle |nach )*(?:[^\s.,:;!?…]+ )?\S+(?:\.\.\.|…)$/u,
  /^(?:instalando|compilando|ejecutando|leyendo|abriendo|buscando|cargando|descargando|subiendo|executando|lendo|abrindo|carregando|baixando|installando|compilazione|lettura|caricamento|installation|téléchargement|lecture|exécution|chargement|compilation|установка|загрузка|чтение|сборка|запуск|поиск) (?:(?:de|del|des|du|d['’]|di|dei|delle|da|das|do|dos|los|las|el|la|os|as) ?)*[^\s.…]*(?:\.\.\.|…)$/u,
  // Japanese, Chinese, Korean
  /^(?:私は|僕は)?(?:その|この)?(?:テスト|ビルド|ファイル|ページ|スクリプト|コマンド|サーバー?|ブランチ|コード|エラー|バグ|不具合|問題)を[^\s.,:;!?…]{1,8}(?:ました|った|いた|した|んだ)[。．.!！]?$/u,
  /^我(?:刚|剛|已经|已經|已)?[一-鿿]{1,3}了(?:这个|那个|該|该|所有)?(?:错误|錯誤|漏洞|问题|問題|测试|測試|文件|檔案|页面|頁面|脚本|命令|服务器|分支|代码|程式碼|构建)[。.！!]?$/u,
  /^(?:나는 |저는 )?(?:테스트|빌드|파일|페이지|스크립트|명령|서버|브랜치|코드|오류|버그|문제)[를을] ?[^\s.,:;!?…]{1,6}(?:습니다|었다|았다|했다)[.!]?$/u,
  /(?:実行|処理|確認|読み込み|書き込み|ビルド|コンパイル|作業|待機|ダウンロード|アップロード|インストール|デプロイ|検索|解析)中(?:です|だ|である)?[。．.!！]?$/u,
  /^(?:全ての|すべての|全)?(?:テスト|ビルド|インストール|ダウンロード|アップロード|デプロイ|コンパイル|ファイル|マイグレーション|スクリプト|コマンド|サーバー?|ページ|処理|タスク|セッション)(?:を|が|は|の)?(?:(?:実行|処理|保存|起動|読み込み)?(?:が|に|を)?(?:完了|終了|成功|失敗|開始|保存|起動|停止)(?:し|いたし)(?:ました|た)|(?:読み込|読みこ)んでい(?:ます|る)|(?:実行|待機|処理|起動)してい(?:ます|る)|動いてい(?:ます|る)|通りました|通った|(?:応答|反応)し(?:ません|ない|ていません))[。．.!！]?$/u,
  /^(?:所有|全部)?(?:测试|測試|构建|建置|安装|安裝|下载|下載|上传|上傳|部署|编译|編譯|文件|迁移|脚本|命令|服务器|伺服器|页面|頁面|任务|任務|会话|导入|导出)(?:已经|已經|已|都|正在|正|刚刚?|剛|又|仍在|还在|没有|沒有|无|無)*(?:响应|響應|回应|回應|完成|结束|結束|成功|失败|失敗|通过|通過|开始|開始|启动|啟動|保存|加载|載入|运行|執行|执行|进行|停止)(?:中|了|完毕|成功|失败)*[。.！!]?$/u,
  /^(?:모든 )?(?:테스트|빌드|설치|다운로드|업로드|배포|컴파일|파일|마이그레이션|스크립트|명령|서버|페이지|작업|세션)(?:가|이|는|은|를|을)? ?(?:모두 |아직 |방금 )?(?:완료|종료|성공|실패|시작|통과|저장|로드|실행)(?:되었습니다|됐습니다|했습니다|하였습니다|되었다|됐다|했다| ?중입니다| ?중이다| ?중)[.!]?$/u,
];

/** A step without who takes it, with a small first letter: names such as `parseDate` are told by their capitals. */
const TAKEN: readonly RegExp[] = [
  // A thing of the session, and what it just did: a cause, a person or a date would make it last.
  new RegExp(
    String.raw`^(?:the |this |that )?(?:last |previous |first |second |next |same )?(?:${SESSION_THINGS}) (?:${JUST_DID})(?! (?:[^\s]+ )*(?:for|because|due|since|until|when|whenever|if|by|unless|request|reasons?)(?![a-z]))(?: (?!\p{Lu})[^\s.,:;!?\u2026\d]+| \d{1,3}(?![\d.]))*${END}`,
    'u',
  ),
  new RegExp(
    `^(?:successfully |also |now |just )*(?:${TAKEN_STEPS}) (?:successfully )?(?:(?:for|with|to|at|into|through|on|up) )*(?:${OBJECT}|(?:the |all |a |an |new )*(?:${ON_SCREEN})(?: (?:${ON_SCREEN}))?)(?: (?:(?:to|from|in|on|at|for|of|with|into) )?(?:the )?(?:temp |output |same |build )?${OBJECT}| successfully| again| so far)*${END}`,
    'u',
  ),
  new RegExp(
    String.raw`^(?:now |still )?${STEPS} (?:(?:for|with|to|at|into|through|on|up|usages? of|references? to) )*${OBJECT}(?: (?:(?:to|from|in|on|at|for|of|with|into) )?${OBJECT}| on port \d+| so far| now| again| \([^)]*\))*${END}`,
    'u',
  ),
  new RegExp(
    String.raw`^${STEPS}(?![^.]*\b(?:is|are|takes?|requires?|needs?|must|should|can|costs?|helps?|means?)\b)[^:.\u2026]{1,80}(?:\.\.\.|\u2026)$`,
    'u',
  ),
];

/** What may stand behind a state in any language: a time that it took, a code, a count. */
const MEASURES =
  /^(?:(?:in|after|nach|en|après|em|na|za|через) \d+(?:[.,:]\d+)* ?[a-zа-я]+\.?|(?:with|mit|avec|con|com|met|с)(?:out)? (?:exit )?(?:code|status|código|codice|кодом|any|no|\d+) ?(?:-?\d+|errors?|warnings?|failures?|issues?)|at \d\d?:\d\d(?::\d\d)?|at \d+ ?(?:%|percent)|on port \d+|(?:an?|one|two|a few|\d+) (?:seconds?|minutes?|moments?) ago|(?:about|on) (?:\d+|two|three|a few|some) (?:files?|tests?|lines?)|,? ?\d+ (?:passed|failed|skipped))(?= |,|$)/u;

/** True for a sentence that reports how a task of a program goes, or what somebody does before its screen. */
export function isProgressReport(text: string): boolean {
  const line = text.trim();
  if (line.length > LONGEST) return false;
  const small = line.toLowerCase();
  const said = small.replace(/(?:\.\.\.|[.!…])+$/u, '');
  const step = `${line.charAt(0).toLowerCase()}${line.slice(1)}`;
  return (
    PROGRESS_WORDS.some((words) => tellsState(said, words) || tellsAct(said, words)) ||
    REPORTS.some((form) => form.test(small)) ||
    TAKEN.some((form) => form.test(step))
  );
}

/** "All 214 tests have passed in 4 s": the thing, its state, and nothing that would make it last. */
function tellsState(said: string, words: ProgressWords): boolean {
  const behind = behindThing(said, words);
  if (behind === null) return false;
  let rest = behind;
  let next = takeOne(rest, words.between, 1);
  for (; next !== null && !words.states.has(rest.trimStart()); next = takeOne(rest, words.between, 1))
    rest = next;
  const state = takeOne(rest, words.states, 3) ?? takeForm(rest, words.stateForm);
  if (state === null) return false;
  rest = state;
  while (rest !== '') {
    const more: string | null = takeOne(rest.replace(/^ ?,/u, ''), words.after, 3) ?? takeMeasure(rest);
    if (more === null) return false;
    rest = more;
  }
  return true;
}

function tellsAct(said: string, words: ProgressWords): boolean {
  const [before, behind] = words.act;
  const opened = before.exec(said);
  const rest = opened === null ? null : behindThing(said.slice(opened[0].length), words);
  return rest !== null && behind.test(rest);
}

/** What stands behind articles, a number and the thing; null where none opens the text. */
function behindThing(text: string, { before, things }: ProgressWords): string | null {
  let rest = text.replace(/^([ld]|un)['’]/u, '$1’ ');
  for (let i = 0; i < 4; i++) {
    const behind = takeOne(rest, things, 2);
    if (behind !== null) return behind;
    const next = takeOne(rest, before, 1) ?? /^ ?\d+(?: of \d+)?(?= )(.*)$/u.exec(rest)?.[1] ?? null;
    if (next === null) return null;
    rest = next;
  }
  return null;
}

/** What is left of a text that begins with one of some entries, the longest that it has; null where it begins with none. */
function takeOne(text: string, entries: ReadonlySet<string>, mostWords: number): string | null {
  const words = text.trimStart().split(/ |(?=,)/u);
  for (let count = Math.min(mostWords, words.length); count > 0; count--)
    if (entries.has(words.slice(0, count).join(' ').replaceAll("'", '’')))
      return words
        .slice(count)
        .join(' ')
        .replace(/^(?=.)/u, ' ');
  return null;
}

function takeForm(text: string, form: RegExp | null): string | null {
  const [word = '', ...more] = text.trimStart().split(' ');
  return form?.test(word) === true ? more.join(' ') : null;
}

function takeMeasure(text: string): string | null {
  const said = text.trimStart();
  const found = MEASURES.exec(said);
  return found === null ? null : said.slice(found[0].length);
}
