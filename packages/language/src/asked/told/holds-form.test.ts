import { expect, it } from 'vitest';
import { holdsForm } from './holds-form.ts';

it.each([
  ['temperature', 'Preheat oven to 425F/220C.'],
  ['colour', 'The gasket of the pump is green.'],
  ['farbe', 'Die Dichtung ist dunkelgrün und rot.'],
  ['job', 'My aunt works as a tram driver now.'],
  ['beruf', 'Sie arbeitet als Hebamme.'],
  ['temperatur', 'Der Ofen wird auf 220 °C geheizt.'],
  ['weight', 'Add 90g (7 tbsp) of sugar.'],
  ['price', 'It is sold for $25.'],
  ['precio', 'Se vende por 25 euros.'],
  ['email', 'Write to ida@example.org.'],
  ['phone', 'Call +49 30 1234567.'],
  ['website', 'https://example.org'],
  ['license', 'Released under the MIT terms.'],
])('a text tells the %s by its form: %s', (word, text) => expect(holdsForm(word, text)).toBe(true));

it.each([
  ['temperature', 'Bake it for 30 minutes at 4 Fore Street.'],
  ['colour', 'The gasket was hired by Mr Redmond.'],
  ['job', 'The pump works again.'],
  ['weight', 'There are 5 grey boats.'],
  ['price', 'It took 25 days.'],
  ['email', 'Ida leads the project.'],
  ['phone', 'It was built in 2019.'],
  ['license', 'Exit with Ctrl+C.'],
  ['boat', '425F'],
])('and no %s where there is none: %s', (word, text) => expect(holdsForm(word, text)).toBe(false));
