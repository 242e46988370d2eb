import { expect, it } from 'vitest';
import { defines } from './defines.ts';

it.each([
  ['What is a storm sail?', 'Storm sails allow you to keep steering when it blows.'],
  ['what is a storm sail', 'Reef first. A **storm sail** is small and of heavy cloth.'],
  ['What are cleats?', 'A cleat is what a rope is made fast to.'],
  ['Was ist ein Fockroller?', 'Der Fockroller ist eine Winde am Vorstag.'],
  ["Qu'est-ce que le foc ?", 'Le foc est une voile triangulaire.'],
  ['What are strays?', 'The dog finds strays: sheep that have neither flock nor owner.'],
  ['What is a stay in Sailor?', 'description:: Stays are ropes that hold a mast.'],
  ['What is a yawl?', 'Yawl (a boat): steered before its mizzen mast.'],
])('%j is defined by %j', (question, text) => {
  expect(defines(question, text)).toBe(true);
});

it.each([
  ['What is a storm sail?', 'There are also settings for storm sails, but they are deprecated.'],
  ['What is a storm sail?', 'Storm sail loft opening times'],
  ['What are strays?', 'For strays: the dog runs around the hill.'],
  ['Where is the storm sail?', 'The storm sail is in the cabin.'],
])('%j is not defined by %j', (question, text) => {
  expect(defines(question, text)).toBe(false);
});
