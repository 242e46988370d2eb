import { describe, expect, it } from 'vitest';
import { checkDrift } from './check-drift.ts';

const decisive = (evidence: string, statement: string) =>
  checkDrift(statement, [evidence]).filter((found) => found.decisive);

describe('a statement that moves its evidence in time', () => {
  it.each([
    ['Drift uses Rust for the core.', 'Drift used Rust for the core.'],
    ['Drift used Rust for the core.', 'Drift uses Rust for the core.'],
    ['She worked at Acme.', 'She works at Acme.'],
    ['She writes code.', 'She wrote code.'],
    ['The team will move to Berlin.', 'The team moved to Berlin.'],
    ['The team moved to Berlin.', 'The team will move to Berlin.'],
    ['The office was in Berlin until May.', 'The office is in Berlin.'],
    ['Anna is the former CEO of Acme.', 'Anna is the CEO of Acme.'],
    ['Anna previously led the Berlin team.', 'Anna leads the Berlin team.'],
    ['Drift nutzte Rust.', 'Drift nutzt Rust.'],
    ['Anna arbeitete bei Siemens.', 'Anna arbeitet bei Siemens.'],
    ['Anna ging nach Rom.', 'Anna geht nach Rom.'],
    ['Anna ist die ehemalige Chefin von Acme.', 'Anna ist die Chefin von Acme.'],
    ['Drift utilisait Rust.', 'Drift utilise Rust.'],
    ["Le bureau était à Lyon jusqu'en mai.", 'Le bureau est à Lyon.'],
    ["Anne est l'ancienne directrice d'Acme.", "Anne est la directrice d'Acme."],
    ['Ana trabajaba en Madrid.', 'Ana trabaja en Madrid.'],
    ['Ana usó Rust en el núcleo.', 'Ana usa Rust en el núcleo.'],
    ['Anna lavorava a Roma.', 'Anna lavora a Roma.'],
    ['Ana trabalhou em Lisboa.', 'Ana trabalha em Lisboa.'],
    ['Anna werkte bij Philips.', 'Anna werkt bij Philips.'],
    ['Анна работала в Москве.', 'Анна работает в Москве.'],
    ['Компания использовала Rust.', 'Компания использует Rust.'],
    ['Офис был в Берлине.', 'Офис в Берлине.'],
    ['Анна бывший директор Acme.', 'Анна директор Acme.'],
    ['Ekip Rust kullandı.', 'Ekip Rust kullanıyor.'],
    ["Ekibin ofisi Berlin'deydi.", "Ekibin ofisi Berlin'de."],
    ['كان المكتب في برلين.', 'المكتب في برلين.'],
    ['عملت سارة في الشركة.', 'تعمل سارة في الشركة.'],
    ['कार्यालय बर्लिन में था।', 'कार्यालय बर्लिन में है।'],
    ['टीम रस्ट का उपयोग करेगी।', 'टीम ने रस्ट का उपयोग किया।'],
    ['オフィスはベルリンにあった。', 'オフィスはベルリンにある。'],
    ['チームはRustを使っている。', 'チームはRustを使った。'],
    ['公司曾使用Rust。', '公司使用Rust。'],
    ['公司将搬到柏林。', '公司搬到柏林了。'],
    ['팀은 Rust를 사용했다.', '팀은 Rust를 사용한다.'],
    ['사무실은 베를린에 있었다.', '사무실은 베를린에 있다.'],
  ])('%s → %s', (evidence, statement) => {
    expect(decisive(evidence, statement)).toEqual([expect.objectContaining({ kind: 'drift' })]);
  });
});

describe('a statement that keeps the time of its evidence', () => {
  it.each([
    ['The office was in Berlin until May.', 'The office was in Berlin.'],
    ['Anna is the former CEO of Acme.', 'Anna was CEO of Acme.'],
    ['Anna formerly worked at Acme.', 'Anna worked at Acme.'],
    ['The team has moved to Berlin.', 'The team moved to Berlin.'],
    ['The office will open in May.', 'The office opens in May.'],
    ['The used pump is sold by Acme.', 'Acme sells the used pump.'],
    ['Rust is used for the core.', 'The core uses Rust.'],
    ['Das alte Haus ist rot.', 'Das alte Haus ist rot.'],
    ['Дом был построен в 1990 году.', 'Дом построен в 1990 году.'],
    ['オフィスはベルリンにあった。', 'オフィスはベルリンにありました。'],
    ['The pump, previously green, runs at night.', 'The pump runs at night.'],
  ])('%s → %s', (evidence, statement) => {
    expect(decisive(evidence, statement)).toEqual([]);
  });
});

describe('words of the evidence put together anew', () => {
  it.each([
    ['Anna runs the Berlin office and Ben runs the Rome office.', 'Anna runs the Rome office.'],
    ['Anna runs the Berlin office and Ben runs the Rome office.', 'Ben runs the Berlin office.'],
    ['The backup runs at night and the export runs at noon.', 'The backup runs at noon.'],
    ['Anna arbeitet in Rom und Ben in Paris.', 'Ben arbeitet in Rom.'],
    ['Марта кормит кур, а Том кормит коз.', 'Марта кормит коз.'],
    ['मीरा मुर्गियाँ पालती है और राम बकरियाँ पालता है।', 'मीरा बकरियाँ पालती है।'],
    ['钢琴由王小明调音。', '钢琴由李建国调音。'],
    ['The piano was tuned by Irene Castellanos.', 'The piano was tuned by Irene Castaldi.'],
    ['Das Klavier wurde von Brandt gestimmt.', 'Das Klavier wurde von Brandstetter gestimmt.'],
    ['蓝色皮艇比红色的轻。', '蓝色皮艇比红色的重。'],
    ['El kayak azul pesa más que el rojo.', 'El kayak azul pesa menos que el rojo.'],
    ['旅券または免許証を持参してください。', '旅券と免許証を持参してください。'],
    ['据爷爷说，这座钟是1790年的。', '这座钟是1790年的。'],
    ['قال جدي إن الساعة من عام 1790.', 'الساعة من عام 1790.'],
    ['Der Hund beißt den Mann.', 'Den Hund beißt der Mann.'],
    ['Die Tagung war in Bremen im Mai.', 'Die Tagung war in Hamburg im Mai.'],
    ['Der Vertrag wurde von Keller unterschrieben.', 'Der Vertrag wurde von Kessler unterschrieben.'],
    ['Die Sitzung mit Weber ist am Montag.', 'Die Sitzung mit Wagner ist am Montag.'],
  ])('%s → %s', (evidence, statement) => {
    expect(decisive(evidence, statement)).not.toEqual([]);
  });

  it.each([
    ['Anna runs the Berlin office and Ben runs the Rome office.', 'Ben runs the Rome office.'],
    ['Anna runs the Berlin office and the Rome office.', 'Anna runs the Rome office.'],
    ['Anna und Ben arbeiten in Rom.', 'Ben arbeitet in Rom.'],
    ['Die Platten sind aus Stahl von Thyssen.', 'Die Platten sind aus Stahl.'],
  ])('keeps %s → %s', (evidence, statement) => {
    expect(decisive(evidence, statement)).toEqual([]);
  });
});
