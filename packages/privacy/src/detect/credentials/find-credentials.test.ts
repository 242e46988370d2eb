import { expect, it } from 'vitest';
import { createDetector } from '../create-detector.ts';

const kindsIn = (text: string): string[] =>
  createDetector()
    .detect(text)
    .findings.map((finding) => finding.kind);

it('takes what stands right behind a word for a password where no word is written so', () => {
  expect(kindsIn('The till unlocks with the password Vr!jd4g0Zon#22.')).toEqual(['password']);
  expect(kindsIn('Entsperrt wird mit dem Passwort Qu4rtz!Vale77')).toEqual(['password']);
  for (const text of [
    'The password field takes UTF-8.',
    'A password manager keeps it.',
    'The password Policy2024 page',
  ])
    expect(kindsIn(text)).toEqual([]);
});

it.each([
  'I: pwd = "/path/to/debhello-0.0"',
  'Run autoreconf -ivf, then autoreconf “-ivf”.',
  'Package: package-1\nPin: release a=unstable\nPin-Priority: 700',
  'Pin: version 5.28*',
  'Pin: version *',
  'HostKeyAlgorithms sk-ssh-ed25519-cert-v01,sk-ecdsa-sha2-nistp256-cert-v01',
  'foo login: penguin\nPassword:\nLinux foo 5.10.0-6-amd64',
  'New password:\nRe-type new password:',
  'password = password',
  'It looks like smb://user:password@server/printer.',
  'With association, e.g., ”Package pin: 0.190”.',
  '| openssl | passwd | passwd(1ssl) |',
  'It prompts for the password:\n\n`htpasswd -c Filename username`',
  '- `username/password`\n- `username IDENTIFIED BY password`',
  'Renaming clears it if the password is `MD5`-encrypted.',
  'The password is `                `, and is hidden.',
  'password: v.pipe(v.string(), v.minLength(8)),',
  '  password: auth[1],',
  'const password = entry.getPassword()',
  'scrypt({\n  password: IDataType, // password to be hashed\n',
  'interface IOptions {\n  password: IDataType;\n}',
  '| `/etc/passwd` | `-rw-r--r--` | root |',
  '- `EMAIL_HOST_PASSWORD`\n- `EMAIL_HOST_USER`',
  'Set `PWD=password’ before',
  '`password`: `EMAIL_HOST_PASSWORD`',
  '- `password`: `EMAIL_HOST_PASSWORD`',
  '  self.passwords = {x.strip() for x in f}',
  'If a password was encrypted using the `scram-sha-256` setting',
  'A password that is kept with `AES-256-GCM` or',
  'items.map((password) => password.length)',
  'const isLong = password => password.length > 8',
  'password := os.Getenv("PGPASS")',
  'OLDPWD=/home/Ann',
  'LEDPIN = D13',
  'Passwords:\n* Rotate them yearly',
  'The **password:** is required',
  'Password::Handler and login::State are types.',
  'A hash is made (Password::Hash). Then see Password::Salt.',
  '- `DB_PASSWORD`\n- `DB_USER`',
])('takes no listing for a secret: %s', (text) => {
  expect(kindsIn(text)).toEqual([]);
});

it.each([
  'Password:\nhunter22',
  'password: Zk/9xLm',
  'login: Zk9!xLmq',
  'passphrase: battery horse staple',
  'pin: 4711',
  'postgres://ada:zebra-crossing@db.host/x',
  'the password is `zebra`',
  'password: "correct horse - battery"',
  'passphrase: `battery horse staple`',
  'password: Zk9(xLm[2',
  'Password: SunFlower',
  'password: SunFlower, as ever',
  'password: SunFlower,\n- user: ada',
  'password: hunter(Two9!',
  'password: Sommer[2024]!',
  'password: Sommer[2024]',
  'password: correctHorse,',
  'password: BlueHeron;',
  'password: MyDogRex, // of the till',
  'password: {Zk9xLm!',
  'password: `ZK_9XLM_Q`',
  'password: CORRECT-HORSE-BATTERY',
  'password: `blue-horse-42`',
  'The password of the safe is `blue-horse42`.',
  'Of the till {see below}:\npassword: BlueHeron;',
  'password: CORRECT_HORSE_BATTERY',
  'Password of the safe: BLUE_HERON',
  'password: "ZEBRA_MOON_TIDE"',
  'wifi key: HOUSE_GUEST_LAN',
  'DB_PASSWORD=ZEBRA_MOON_TIDE',
  'Passwort: GEHEIM_SOMMER',
  'The password is `BLUE_HERON`',
  '`password`: `CORRECT_HORSE_BATTERY`',
  '- `password`\n- `BLUE_HERON`',
  '`DB_PASSWORD`: `ZEBRA_MOON_TIDE`',
  '`DB_PASSWORD` - `ZEBRA_MOON_TIDE`',
  'The password (of Ida) `rot-haus-md5`',
  'Enter the password (`blue-horse-42`)',
  'The password for the till, as ever, `correct-horse-battery-9`',
  'recovery code (paper): `abcd-1234-efgh-5678`',
  'the password we gave Ida: `rot-haus-7`',
  'the password, encrypted or not: `blue-sha-256-horse`',
  'wifi password, `blue-sha256`',
  'The api key (`9f3k2m1q8z7x6w5v-sha512`)',
  'password for the router (`tango-aes128`)',
  'password: -Sommer-Haus',
  'Passwort: -Geheimnis',
  'The password is `-Sommerhaus-`',
  '| password | `-Sommerhaus` |',
  'password: {Sommer(haus',
  'password: {abc(def',
  'password: {sun[1]flower',
  'password: {sun[1]flower}',
  'password: login(Xy7!a9)',
  'password: pin(4711)x',
  'password: "my login horse"',
  'password: "blue -horse staple"',
  'password: `MOON horse password`',
  'The password is `MY_SECRET_PIN`',
  'pin: `MY_SECRET_PIN`',
  '`pin`: `MY_SECRET_PASSWORD`',
  '- `DB_PASSWORD`\n- `ZEBRA_MOON_TIDE`',
  '- `DB_PASSWORD`\n\n- `ZEBRA_MOON_TIDE`',
  'passphrase: "horse --battery staple"',
  'the password is `DB_HORSE_TIDE`',
  '`DB_PASSWORD` = `DB_MOON_TIDE`',
  'DB_PASSWORD: `DB_MOON_PASSPHRASE`',
  '`DB_PASSWORD`: `DB_MOON_TIDE`',
  '- `DB_PASSWORD`: `DB_MOON_TIDE`',
  '- `DB_PASSWORD` - `DB_MOON_TIDE`',
  '- `DB_PASSWORD`\n- `DB_MOON_TIDE`',
  '`DB_PASSWORD`: `DB_HOST`',
  'password: "blue -x staple"',
  'passphrase: "moon -no tide"',
  'password: "Xy7!a9 -q"',
  'password: `Xy7!a9 -abc Zk4$`',
  'password: “moon -no tide”',
  'password:\n\n`moon -no tide`',
  'password:\n\n`Xy7!passwd -c a9`',
  'password:\n\n`htpasswd -c Xy7!a9`',
  'password: `htpasswd -c tide`',
  'passphrase: `OPEN SESAME passphrase`',
  '- `password`\n- `OPEN SESAME password`',
  '**Password:** Moonh0rse!7',
  '- **Password:** moonhorse',
  '**PIN:** 4711',
  '*PIN:* 4711',
  '__Password:__ `moonhorse`',
  '**密码：** Moonh0rse',
  '<b>Password:</b> Moonh0rse!7',
  '<b>Password</b>: Moonh0rse!7',
  'password := "Moonh0rse!7"',
  'password := Moonh0rse!7',
  'password => Moonh0rse!7',
  "'password' => 'moonhorse'",
  'PGPASSWORD=Moonh0rse!7',
  'export PGPASSWORD=moonhorse',
  'MYSQLPASSWORD: "moonhorse"',
  '`PGPASSWORD`: Moonh0rse!7',
])('takes a password in a listing for one: %s', (text) => {
  expect(kindsIn(text)).toContain('password');
});

it.each([
  'DB_PASSWORD=hunter2x!',
  'aws_secret_access_key = wJalrXUtnFEMIK7MDENGbPxRfiCYz',
  'export MY_API_KEY="abcd1234efgh"',
])('finds the value of a variable in %s', (text) => {
  expect(
    createDetector()
      .detect(text)
      .findings.map(({ kind }) => kind),
  ).toEqual(['password']);
});

it.each(['last_login: 2024-05-06', 'reset_password = true', 'old_password: string'])(
  'finds none in %s',
  (text) => {
    expect(createDetector().detect(text).findings).toEqual([]);
  },
);

it('finds the password behind many names in capitals, without looking at each name many times', () => {
  for (const part of ['A_', 'APASSWORD ', 'APASSWORD*_', 'A'.repeat(70)])
    expect(kindsIn(`${part.repeat(200_000 / part.length)}\nPGPASSWORD=Moonh0rse!7`)).toEqual(['password']);
});

it('finds a password behind two colons', () => {
  for (const text of [
    'password:: hunter22x',
    'Take [pin:: 4711] along',
    '**Passwort**:: Qu4rtz!Vale77',
    'password::Moonh0rse!7',
    '(password::xK9vq27Lm!)',
    'DB password::Tr0ub4dor&3',
    'PIN::4711',
    'password::"hunter"',
    'PGPASSWORD::Moonh0rse!7',
  ])
    expect([text, kindsIn(text)]).toEqual([text, ['password']]);
});

it.each([
  'Moonh0rse!8 is the password',
  'Moonh0rse!8 ist das Passwort des Tors.',
  'Moonh0rse!8 est le mot de passe de Léa',
  '“Moonh0rse!8” – our wifi password',
  'Moonh0rse!8 (password)',
  'Take Moonh0rse!8, which is still the password of Ann.',
  'The password that Ann uses at home is Moonh0rse!8.',
  'Moonh0rse!8 — это пароль',
])('finds a strong password that is not right behind its label: %s', (text) => {
  const found = createDetector()
    .detect(text)
    .findings.map(({ start, end }) => text.slice(start, end));
  expect(found.map((value) => value.startsWith('Moonh0rse!8'))).toContain(true);
});

it.each([
  'OAuth2 and SHA-256 are how the password is kept.',
  'Ann forgot the password. See RFC6749=Draft2.',
  'Call setPassword(User1=Ann) to set the password.',
  'https://Example.com/a1?b=C2 is the login page',
  'Your password needs Abc123!example, for instance.',
  'The password of Ann changes.\nVersi0n!2 is out.',
])('takes no other word near a label for a password: %s', (text) => {
  expect(kindsIn(text)).toEqual([]);
});

it('reads very many strong words in time', () => {
  expect(kindsIn('Aa1!aaaaa '.repeat(20_000))).toEqual([]);
  expect(kindsIn(`${'pass '.repeat(20_000)}Aa1!aaaaa`)).toEqual([]);
});
