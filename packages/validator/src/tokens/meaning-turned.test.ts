import { describe, expect, it } from 'vitest';
import { verifyAgainst } from '../documents.ts';

const verdict = async (evidence: string, statement: string): Promise<string> =>
  (
    await verifyAgainst({
      documents: { 'note.md': evidence },
      answer: `${statement.replace(/\.$/, '')} [1].`,
    })
  ).verdict;

describe('values of two things in one sentence, changed over', () => {
  it.each([
    ['Ida owns pump A and Otto owns pump B.', 'Otto owns pump A.'],
    ['The first pump is red and the second is blue.', 'The first pump is blue.'],
    ['The deadline for drafts is 3 May, for papers 10 May.', 'The deadline for papers is 3 May.'],
    ['In Berlin the rent is 900 euros, in Hamburg 1100.', 'In Hamburg the rent is 900 euros.'],
    ['Ida paid 30 euros for the lamp and 50 for the chair.', 'Ida paid 50 euros for the lamp.'],
    ['Kafka was proposed; NATS was accepted.', 'Kafka was accepted.'],
    ['In 2019 Ida sold 30 pumps, in 2020 she sold 40.', 'Ida sold 30 pumps in 2020.'],
    ['Die Miete in Berlin beträgt 900 Euro, in Hamburg 1100 Euro.', 'Die Miete in Hamburg beträgt 900 Euro.'],
    ['À Lyon le loyer est de 900 euros, à Lille il est de 700 euros.', 'À Lille le loyer est de 900 euros.'],
  ])('falls: %s ← %s', async (evidence, statement) => {
    expect(await verdict(evidence, statement)).toBe('rejected');
  });

  it.each([
    ['Ida owns pump A and Otto owns pump B.', 'Otto owns pump B.'],
    ['Ida owns pump A and Otto owns pump B.', 'Ida and Otto own pump A and pump B.'],
    ['The first pump is red and the second is blue.', 'The second pump is blue.'],
    ['In Berlin the rent is 900 euros, in Hamburg 1100.', 'In Hamburg the rent is 1100 euros.'],
    ['Ida lives in Ghent and works in Bruges.', 'Ida works in Bruges.'],
    ['Ida lives in Ghent and works in Bruges.', 'Ida is in Bruges for work.'],
    ['Ida paid 30 euros for the lamp and 50 for the chair.', 'Ida paid 50 euros for the chair.'],
    ['Ida and Otto live in Ghent and Bruges.', 'Ida and Otto live in Ghent.'],
    ['Ida owns pump A and Otto owns pump B. Otto owns pump A too.', 'Otto owns pump A.'],
  ])('stands: %s ← %s', async (evidence, statement) => {
    expect(await verdict(evidence, statement)).not.toBe('rejected');
  });
});

describe('what is only tried, wished or turned', () => {
  it.each([
    ['Ida tried to open the valve.', 'Ida opened the valve.'],
    ['Ida wants to sell the pump.', 'Ida sells the pump.'],
    ['Ida hopes to sell the pump.', 'Ida sells the pump.'],
    ['The committee considered closing the pump.', 'The committee closed the pump.'],
    ['Half of the members voted.', 'All of the members voted.'],
    ['The shop is closed on Mondays.', 'The shop is open on Mondays.'],
    ['The door opens inwards.', 'The door opens outwards.'],
    ['The flag is deprecated.', 'The flag is recommended.'],
    ['The valve is on the left side of the tank.', 'The valve is on the right side of the tank.'],
    ['Die Tür ist geschlossen.', 'Die Tür ist offen.'],
    ['La boutique est fermée le lundi.', 'La boutique est ouverte le lundi.'],
    ['The rate rose by 5 percent.', 'The rate rose to 5 percent.'],
    ['The rate rose to 5 percent.', 'The rate rose by 5 percent.'],
    ['Der Satz stieg um 5 Prozent.', 'Der Satz stieg auf 5 Prozent.'],
    ['We rejected Kafka in favour of NATS.', 'We use Kafka.'],
  ])('falls: %s ← %s', async (evidence, statement) => {
    expect(await verdict(evidence, statement)).toBe('rejected');
  });

  it.each([
    ['Ida tried to open the valve.', 'Ida tried to open it: the valve.'],
    ['Ida tried the cake and opened the valve.', 'Ida opened the valve.'],
    ['Ida wants to sell the pump.', 'Ida wants to sell the pump.'],
    ['The shop is closed on Mondays and open on Tuesdays.', 'The shop is open on Tuesdays.'],
    ['The rate rose by 5 percent to 40 percent.', 'The rate rose by 5 percent.'],
    ['Half of the members voted.', 'Some of the members voted.'],
    ['We rejected Kafka in favour of NATS.', 'We rejected Kafka.'],
  ])('stands: %s ← %s', async (evidence, statement) => {
    expect(await verdict(evidence, statement)).not.toBe('rejected');
  });
});
