import type { ScriptWords } from './script-words.ts';

/** Hindi words, for texts with a letter of the Devanagari script. */
export const DEVANAGARI: ScriptWords = {
  negator: 'नहीं मत बिना न नही',
  function: 'है हैं था थे में से का की के को ने पर और यह वह',
  finite: 'है हैं था थे थी होगा यह वह वे सब सभी कोई गई गया गए हुआ हुई',
  leadin: 'अनुसार और कहता के नोट में यह लिखा है',
  numbers:
    '2 1 - तीन चार पाँच छह सात आठ नौ दस ग्यारह बारह|5 1 पांच छः|20 10 बीस तीस चालीस पचास साठ सत्तर अस्सी नब्बे',
  magnitudes: '100 सौ|1e3 हज़ार हजार',
  cues: `
hypothetical|anywhere|hi|शायद, संभवतः, हो सकता है, हो सकती है
hypothetical|start|hi|मान लीजिए, मान लो
wish|start|hi|काश, मुझे उम्मीद है, हमें उम्मीद है
`,
  months: {
    hi: 'जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर|सितम्बर अक्टूबर|अक्तूबर नवंबर|नवम्बर दिसंबर|दिसम्बर',
  },
  weekdays: 'सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार',
};
