import { expect, test } from 'vitest';
import { deniesStatement } from './denies-statement.ts';
import { replacesStatement } from './replaces-statement.ts';

/** `older => newer`, one a line. */
function pairs(text: string): [newer: string, older: string][] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [older = '', newer = ''] = line.trim().split(' => ');
      return [newer, older];
    });
}

test.each(
  pairs(`
    Gareth plays for Ajax. => Gareth now plays for Celtic.
    The boiler burns oil. => The boiler doesn't burn oil anymore.
    Yoga class takes place on Mondays. => Yoga class now takes place on Thursdays.
    Rafael is the captain of the team. => Dmitri is the captain of the team now.
    Vera drives a Skoda. => Vera sold the Skoda.
    Petra studies law. => Petra has stopped studying law.
    The report is due every week. => The report is due every month.
    The contact at the bank is Ms Reuter. => The contact at the bank is Mr Sauer.
    The formatter is Prettier. => Prettier was replaced with Biome.
    The branch is protected. => The branch is unprotected.
    The repository is private. => The repository is public now.
    The logo is blue. => The logo is orange.
    The office is on the third floor. => The office is on the fifth floor.
    Docs are in the wiki. => Docs have been moved to the repository.
    The chairman is Mr Falk. => The chairwoman is Ms Berg.
    Die Schriftführerin ist Frau Abel. => Die Schriftführerin ist Frau Vogt.
    Die Kündigungsfrist beträgt drei Monate. => Die Kündigungsfrist beträgt sechs Monate.
    Das Bad ist bis 19 Uhr geöffnet. => Das Bad ist bis 21 Uhr geöffnet.
    Le chien s'appelle Milo. => Le chien s'appelle maintenant Rollo.
    La piscine ferme à 19 h. => La piscine ferme à 21 h.
    La cotisation est de 40 euros par an. => La cotisation est montée à 55 euros par an.
    La feria empieza el 2 de septiembre. => La feria se ha pospuesto al 9 de septiembre.
    El preaviso es de tres meses. => El preaviso es de seis meses.
    Собаку зовут Мило. => Собаку теперь зовут Ролло.
    Мэр города — Лука Абель. => Мэр города — Иван Фогт.
    町長は阿部さんです。 => 町長は田中さんです。
    ボイラーは灯油で動きます。 => ボイラーはもう灯油で動きません。
    会费是每年四十欧元。 => 会费涨到了每年五十五欧元。
    租期是12个月。 => 租期是24个月。
  `),
)('reads that %s replaces %s', (newer, older) => {
  expect(replacesStatement(newer, older)).toBe(true);
});

test.each(
  pairs(`
    The last audit took place on 3 May 2025. => The last audit took place on 8 May 2025.
    カメラは音声を録音します。 => カメラは音声を録音しません。
    这个摄像头可以录音。 => 这个摄像头不可以录音。
  `),
)('reads that %s denies %s', (newer, older) => {
  expect(deniesStatement(newer, older)).toBe(true);
});

test.each(
  pairs(`
    Ana plays tennis. => Ana now plays chess.
    Ana speaks French. => Ana now speaks Spanish.
    The app uses Redis. => The app now uses Postgres.
    Mia has a cat. => Mia now has a dog.
    Rosa is tall. => Rosa is now happy.
    The service depends on Redis. => The service now depends on Kafka.
    The first chapter is about bees. => The second chapter is about bees.
    The user is German. => The user is Catholic.
    The speakers are Ana and Bo. => The speakers are Carl and Dora.
    The wall is red. => The wall is thick.
    The red door is open. => The blue door is open.
    Ida is the sister of Leo. => Eva is the sister of Leo.
    The talk is in English. => The talk is in the main hall.
    Some tests passed on ARM. => Some tests failed on ARM.
    Der Nachbar ist Arzt. => Der Nachbar ist Vater.
    Ana isst Fisch. => Ana isst jetzt Fleisch.
    Анна любит чай. => Анна теперь любит кофе.
    アナは猫が好きです。 => アナは今は犬が好きです。
    安娜喜欢喝茶。 => 安娜现在喜欢喝咖啡。
    Feature A is enabled. => Feature B is disabled.
  `),
)('leaves %s beside %s', (newer, older) => {
  expect(replacesStatement(newer, older) || deniesStatement(newer, older)).toBe(false);
});
