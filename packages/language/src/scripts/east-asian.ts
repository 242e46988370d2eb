import type { ScriptWords } from './script-words.ts';
import type { UnspacedWords } from './unspaced-words.ts';

const UNSPACED: UnspacedWords = {
  counter:
    /^(?:[人名个個年月日号元円圆块度岁歳回次本枚台件倍米％%点點時时秒层階週天頭条项項家位辆輛匹冊册社校軒割]|分[钟鐘ので、。]|小时|小時|時間|キロ|メートル|ドル|ユーロ|パーセント|欧元|美元|公里|公斤)/u,
  wish: /(?:[いきしちにみりぎじびえけせてねれげぜべ見寝]たい|てほしい|て欲しい|ますように|といいな|ばいいのに)(?:です|と思(?:う|います))?[。.!！]?$/u,
  question: /(?:です|ます|でした|ました|でしょう|ません|だろう)か[。.]?$|[吗呢][。.]?$/u,
  said: /[」』]と.{0,24}(?:言|述べ|話し|話す|語|書い|答え|主張)|と(?:言って|述べて|主張して|話して)い(?:る|た|ます|ました)[。.]?$|(?:とのことです?|そうだ|らしい)[。.]?$|^[^，,。]{1,10}(?:说|表示|认为|声称)[，,：:]/u,
};

/** Words of Chinese, Japanese, Korean and Thai, for texts with a character of their scripts. */
export const EAST_ASIAN: ScriptWords = {
  negator: '않습니다 않는다 않았다 않다 않음 없습니다 없다 없음 아닙니다 아니다',
  leadin:
    'あ い う か こ た て と な に の は べ よ る れ ノート メモ 中 们 你 写 录 您 我 据 據 文 显 書 根 档 的 示 私 笔 筆 記 說 记 说 述 道 錄 顯 그리고 노트 따르면 메모 문서',
  fractions: '1/2 一半 半分',
  numbers: '20 10 스물 서른 마흔 쉰 예순 일흔 여든 아흔',
  units:
    '% パーセント|割 割|$ 美元 美金 ドル|€ 欧元 歐元 ユーロ|£ 英镑 ポンド|yen 円 日元|yuan 元 人民币|km 公里 千米 キロ|m 米 メートル|kg 公斤 千克 キログラム|s 秒|min 分钟 分鐘 分|h 小时 小時 時間|d 天 日間|week 周 ' +
    '週間|month 个月 個月 ヶ月 か月 カ月',
  cues: `
hypothetical|anywhere|ko|아마, 아마도, 어쩌면, *지도 모*, 수도 있*
hypothetical|anywhere|ja|かもしれ, だろう, でしょう, たぶん, おそらく
hypothetical|anywhere|zh|也许, 或许, 可能会
hypothetical|start|ja|もし
hypothetical|start|zh|如果, 假如
wish|start|zh|希望, 我希望, 我们希望, 但愿
wish|anywhere|ko|*면 좋겠*, *기를 바란다, *기를 바랍니다
`,
  weekdays: '월요일 화요일 수요일 목요일 금요일 토요일 일요일',
  unspaced: UNSPACED,
};
