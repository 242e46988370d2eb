import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setupAgent } from '../testing-fixtures/setup-agent.ts';
import { deniesStatement } from './denies-statement.ts';

it.each([
  ['Ada wurde in Köln geboren.', 'Ada wurde in Bonn geboren.'],
  ['艾达出生在上海。', '艾达出生在杭州。'],
  ['供应商已通过认证。', '供应商没有通过认证。'],
  ['В рецепте 200 г масла.', 'В рецепте 250 г масла.'],
  ['这个食谱需要200克黄油。', '这个食谱需要250克黄油。'],
  ['The cake needs 100 g of sugar.', 'The cake needs 120 g of sugar.'],
  ['Der Kuchen braucht 100 g Zucker.', 'Der Kuchen braucht 120 g Zucker.'],
  ['The theatre was founded in 1901.', 'The theatre was founded in 1911.'],
  ['Le théâtre a été construit en 1901.', 'Le théâtre a été construit en 1911.'],
  ['Nina was born in Graz.', 'Nina was born in Linz.'],
  ['Nina è nata a Graz.', 'Nina è nata a Linz.'],
  ['O Rui nasceu no Funchal.', 'O Rui nasceu em Beja.'],
  ['The server supports IPv6.', 'The server does not support IPv6.'],
  ['Le serveur est protégé par un pare-feu.', "Le serveur n'est pas protégé par un pare-feu."],
  ['この駅は1901年に開業した。', 'この駅は1911年に開業した。'],
  ['Nina works at the mill.', 'Nina does not work at the mill.'],
  ['Nina teaches chemistry in Ghent.', 'Nina does not teach chemistry in Ghent.'],
  ['Nina runs a mill in Ghent with four people.', 'Nina does not run a mill in Ghent.'],
  ['Nina sold the mill.', 'Nina did not sell the mill.'],
  ['Nina renewed the contract.', 'Nina did not renew the contract.'],
  ['Nina can read Dutch.', "Nina can't read Dutch."],
  ['The door code works for guests.', 'The door code hardly works for guests.'],
  ['Das Modul unterstützt TLS 1.3.', 'Das Modul unterstützt TLS 1.3 nicht.'],
  ['De module ondersteunt TLS 1.3.', 'De module ondersteunt TLS 1.3 niet.'],
  ['Modulen stöder TLS 1.3.', 'Modulen stöder inte TLS 1.3.'],
  ['Το πρόσθετο υποστηρίζει TLS 1.3.', 'Το πρόσθετο δεν υποστηρίζει TLS 1.3.'],
  ['המודול תומך ב־TLS 1.3.', 'המודול לא תומך ב־TLS 1.3.'],
  ['الوحدة تدعم TLS 1.3.', 'الوحدة لا تدعم TLS 1.3.'],
  ['मॉड्यूल TLS 1.3 का समर्थन करता है।', 'मॉड्यूल TLS 1.3 का समर्थन नहीं करता है।'],
  ['모듈은 TLS 1.3을 지원합니다.', '모듈은 TLS 1.3을 지원하지 않습니다.'],
  ['Mô-đun hỗ trợ TLS 1.3.', 'Mô-đun không hỗ trợ TLS 1.3.'],
  ['Hugo ne mange pas de viande.', 'Hugo mange de nouveau de la viande.'],
  ['Le pont date de 1911.', 'Le pont date de 1919.'],
])('two that can not both hold: %s | %s', (older, newer) => {
  expect(deniesStatement(newer, older)).toBe(true);
  expect(deniesStatement(older, newer)).toBe(true);
});

it.each([
  ['Nina was born in Graz.', 'Nina was born in May.'],
  ['Nina was born on 3 May.', 'Nina was born in 1984.'],
  ['Mia ran 10 km.', 'Mia ran 12 km.'],
  ['The invoice 1007 is paid.', 'The invoice 1008 is paid.'],
  ['The timeout in staging is 30 seconds.', 'The timeout in production is 60 seconds.'],
  ['Version 2 supports export.', 'Version 3 supports export.'],
  ['Revenue was 12 million in 2024.', 'Revenue was 12 million in 2025.'],
  ['Nina was born in Graz.', 'Nina lives in Linz.'],
  ['Nina was born in Graz.', 'Tom was born in Linz.'],
  ['The server supports IPv6.', 'The client does not support IPv6.'],
  ['Nina likes tea.', 'Nina likes coffee.'],
  ['No test failed.', 'No build failed.'],
  ['Der Dienst nutzt den Cache.', 'Der Dienst nutzt den Cache nicht in der Nacht.'],
  ['Nina can read Dutch.', "Nina can't read Welsh."],
  ['The server starts with a license.', 'The server never stops without a license.'],
])('two that may both hold: %s | %s', (older, newer) => {
  expect(deniesStatement(newer, older)).toBe(false);
});

it('stands beside the note of a person that it denies, contested, and so when all is indexed anew', async () => {
  await using s = await setupAgent();
  await writeFile(
    join(s.root, 'theatre.md'),
    '---\ndate: 2026-03-01\n---\n# Theatre\n\nThe theatre was founded in 1901.\n',
  );
  await s.agent.memory.index();
  const [own] = (await s.agent.memory.claims.listClaims()).claims;
  const said = await s.agent.remember({ content: 'The theatre was founded in 1911.' });
  expect(said).toMatchObject({ decision: 'contest', code: 'less_trusted', target: own?.id, trust: 0.7 });
  const states = async () => (await s.agent.memory.claims.listClaims()).claims.map(({ status }) => status);
  expect(await states()).toEqual(['contested', 'contested']);
  await s.agent.memory.index({ full: true });
  expect(await states()).toEqual(['contested', 'contested']);
  // The person corrects the note: nothing is left to disagree with.
  await writeFile(
    join(s.root, 'theatre.md'),
    '---\ndate: 2026-03-01\n---\n# Theatre\n\nThe theatre was founded in 1911.\n',
  );
  await s.agent.memory.index();
  expect(await states()).toEqual(['current', 'current']);
});
