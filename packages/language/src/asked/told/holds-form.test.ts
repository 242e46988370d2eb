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
  ['port', 'Default: `localhost:2019`'],
  ['port', 'The server listens on port 8080.'],
  ['ports', 'Start it with http://example.org:81/start.'],
  ['port', 'It is bound to `:2020` on all interfaces.'],
  ['port', 'db.example.org:5432'],
  ['license', 'Released under the MIT terms.'],
  ['times', 'At most twice per voyage: before noon.'],
  ['times', 'It is rung once a watch.'],
  ['mal', 'Sie wird zweimal geläutet.'],
  ['emoji', 'Add a ⏰ and the hour.'],
])('a text tells the %s by its form: %s', (word, text) => expect(holdsForm(word, text)).toBe(true));

it.each([
  ['temperature', 'Bake it for 30 minutes at 4 Fore Street.'],
  ['colour', 'The gasket was hired by Mr Redmond.'],
  ['job', 'The pump works again.'],
  ['weight', 'There are 5 grey boats.'],
  ['price', 'It took 25 days.'],
  ['email', 'Ida leads the project.'],
  ['phone', 'It was built in 2019.'],
  ['port', 'The ship left the port at 12:30, on 2 May 2019.'],
  ['port', 'It fails in main.ts:12 of the port.'],
  ['license', 'Exit with Ctrl+C.'],
  ['times', 'Once the bell is rung, all hands come.'],
  ['emoji', 'Add #12 and a * :)'],
  ['boat', '425F'],
])('and no %s where there is none: %s', (word, text) => expect(holdsForm(word, text)).toBe(false));
