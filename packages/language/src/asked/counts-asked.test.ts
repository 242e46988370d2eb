import { expect, it } from 'vitest';
import { countsAsked, holdsCounted, namesCounted } from './counts-asked.ts';

it.each([
  ['How many types of rope are there?', 'They are simply a set of 6 possible types of rope:'],
  ['How many forms do knots come in?', 'Knots come in two forms:'],
  ['How many kinds of knots are there?', 'Knots come in two forms:'],
  ['How many sorts of knots does it know?', 'It knows two kinds of knots.'],
  ['Wie viele Arten von Knoten gibt es?', 'Knoten haben zwei Formen.'],
  ['Wie viele Segel hat das Boot?', 'Das Boot hat drei Segel.'],
  ['Combien de voiles a le bateau ?', 'Il a trois voiles.'],
  ['Сколько парусов у лодки?', 'У неё 3 парусов.'],
])('finds the number that %j asks for in %j', (question, text) => {
  expect(countsAsked(question, text)).toBe(true);
});

it.each([
  ['How many types of rope are there?', 'All types of rope are shown in the table of 2021.'],
  ['How many lines does a log show?', 'Issue #3344: code in lines is not shown.'],
  ['How many kinds of knots are there?', 'It is 3 of these.'],
  ['How many priorities can a task have?', "priorityNumber is 2 for '%%2%%Medium priority'"],
  ['Which types of rope are there?', 'There are six types.'],
])('finds no such number for %j in %j', (question, text) => {
  expect(countsAsked(question, text)).toBe(false);
});

it('names what is counted at the end of a heading, unless a bound is asked for', () => {
  expect(namesCounted('How many sail modifiers are there?', 'Sail modifiers')).toBe(true);
  expect(namesCounted('How many sail modifiers are there?', 'Modifiers and what to do')).toBe(false);
  expect(namesCounted('How many sails may a boat have at most?', 'Sails')).toBe(false);
});

it('names how often by a word that says so, and kinds by a number of them', () => {
  expect(holdsCounted('How many times does the bell sound?', 'At most twice per voyage')).toBe(true);
  expect(holdsCounted('How many times does the bell sound?', 'Once it is dark, nobody rings')).toBe(false);
  expect(holdsCounted('How many kinds of knots are there?', 'Two forms of it')).toBe(true);
  expect(holdsCounted('How many kinds of knots are there?', 'Type 3 of these')).toBe(false);
});
