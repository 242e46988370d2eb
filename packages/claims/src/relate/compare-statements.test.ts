import { expect, it } from 'vitest';
import { comparedWords, differsInValue, saysTheSame } from './compare-statements.ts';

it.each([
  ['Run the tests with pnpm test.', 'Run the tests with `pnpm test`.'],
  ['The staging server is in Graz.', 'The **staging** server is in Graz.'],
  ['Алёна живёт в Самаре у реки.', 'Алена живет в Самаре у реки.'],
  ['The keys of the boat lie in the drawer.', 'The keys of the boat lie in drawer.'],
  ['The relay runs in Oslo', 'The relay  runs in Oslo.'],
  ['Relay runs *only* in **old town**.', 'The relay runs only in old town.'],
])('takes marks, spellings and articles for nothing: %s | %s', (a, b) => {
  expect(saysTheSame(a, b)).toBe(true);
  expect(saysTheSame(b, a)).toBe(true);
  expect(comparedWords(a)).toBe(comparedWords(b));
});

it.each([
  ['The staging server listens on port 8080.', 'The staging server listens on port 8081.'],
  ['Nina is allergic to walnuts.', 'Nina is not allergic to walnuts.'],
  ['Nina is allergic to walnuts.', 'Nina is allergic to walnuts, remember.'],
  ['Nina lends Tom the old boat.', 'Tom lends Nina the old boat.'],
  ['Gate A opens towards the quay.', 'Gate B opens towards the quay.'],
  ['The meeting of the board starts at six am.', 'The meeting of the board starts at six pm.'],
  ['He drives the old van to the market every Friday.', 'She drives the old van to the market every Friday.'],
  ['The backup of the main server is on every night.', 'The backup of the main server is off every night.'],
  ['甲号门朝码头打开。', '乙号门朝码头打开。'],
  ['我每天早上在厨房里喝茶。', '我每天早上在厨房里喝酒。'],
  ['The train to Ghent leaves from platform two.', 'The train from Ghent leaves from platform two.'],
  ['The billing service is owned by Ana.', 'The billing service is owned by Ana and Bo.'],
  ['Nina drinks coffee with milk in the morning.', 'Nina drinks oat coffee with milk in the morning.'],
  ['The old router in the hall needs power.', 'The old router in the hall needs no power.'],
  ['The freezer of the lab is kept at -18 degrees.', 'The freezer of the lab is kept at 18 degrees.'],
  ['The licence of the editor costs $500 a year.', 'The licence of the editor costs €500 a year.'],
  ['The turbine at the weir gives 5 MW.', 'The turbine at the weir gives 5 mW.'],
  ['The alarm of the boiler rings at > 100 bar.', 'The alarm of the boiler rings at < 100 bar.'],
  ['The guard of the loop tests x == y.', 'The guard of the loop tests x != y.'],
  ['The area of the yard is 10² metres.', 'The area of the yard is 102 metres.'],
  ['The product of the panel is 2*3*4.', 'The product of the panel is 234.'],
  ['The weight of the letter is .5 ounces.', 'The weight of the letter is 5 ounces.'],
  ['The keys are kept by team A.', 'The keys are kept by team.'],
  ['The gate is ~~not~~ open at night.', 'The gate is not open at night.'],
  ['Goods go A → B on the ramp.', 'Goods go A ← B on the ramp.'],
  ['The share of the fund is 5%.', 'The share of the fund is 5.'],
  ['The office of the US team is in Lisbon.', 'The office of the us team is in Lisbon.'],
  ['The office of the team is in Lisbon?', 'The office of the team is in Lisbon.'],
  [
    `The export is at https://example.com/${'a'.repeat(130)}1`,
    `The export is at https://example.com/${'a'.repeat(130)}2`,
  ],
])('keeps two apart that differ in a word, a figure, a sign or the order: %s | %s', (a, b) => {
  expect(saysTheSame(a, b)).toBe(false);
  expect(saysTheSame(b, a)).toBe(false);
});

it.each([
  ['Aurora listens on port 9000.', 'Aurora listens on port 8000.', true],
  ['The relay of Aurora runs in Oslo.', 'The relay of Aurora runs in Lisbon.', true],
  ['The relay of Harbor-1 runs in Oslo.', 'The relay of Harbor-2 runs in Oslo.', false],
  ['The user speaks German.', 'I speak French.', false],
  ['Aurora listens on port 9000.', 'Aurora listens on port 9000.', false],
  ['Aurora listens on port 9000.', 'Basil listens on ports 8000 and 8001.', false],
  ['Aurora uses spaces.', 'Aurora uses tabs.', false],
  ['The freezer of the lab is kept at -18 degrees.', 'The freezer of the lab is kept at 18 degrees.', true],
  ['The freezer of the lab is kept at −18 degrees.', 'The freezer of the lab is kept at -18 degrees.', false],
  ['The freezer of the lab is kept at -18 degrees.', 'The freezer of the lab is kept at 20 degrees.', true],
  ['The licence of the editor costs $500 a year.', 'The licence of the editor costs €500 a year.', true],
  ['The licence of the editor costs US$500 a year.', 'The licence of the editor costs $500 a year.', false],
  ['The share of the fund is 5%.', 'The share of the fund is 5.', false],
  ['The valve opens from -5 to 18 bar.', 'The valve opens from 5 to -18 bar.', false],
  ['Harbor -1 runs in Oslo.', 'Harbor 1 runs in Oslo.', false],
  ['Anselm swims on Fridays.', 'Anselm swims on Tuesdays.', false],
  ['The meeting of the board is on 2026-11-30.', 'The meeting of the board is on 2026/11/30.', false],
  ['The meeting of the board is on 2026-11-30.', 'The meeting of the board is on 2026-12-30.', true],
  ['The office of the team is open 9-5.', 'The office of the team is open 9–5.', false],
  ['The crate of the lab weighs 1.5 kg.', 'The crate of the lab weighs 1,5 kg.', false],
  ['The crate of the lab weighs 1.5 kg.', 'The crate of the lab weighs 15 kg.', true],
  ['The version of the parser is 1.1 now.', 'The version of the parser is 1.10 now.', true],
  ['The score of the match is 3:1 so far.', 'The score of the match is 1:3 so far.', true],
  ['The gate of the hall is 5号.', 'The gate of the hall is 5楼.', true],
])('holds %j against %j: %j', (statement, other, conflict) => {
  expect(differsInValue(statement, other)).toBe(conflict);
  expect(differsInValue(other, statement)).toBe(conflict);
});
