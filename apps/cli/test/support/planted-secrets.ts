/** A secret of one kind as it stands in a transcript. */
export interface PlantedSecret {
  kind: string;
  text: string;
  /** The parts that must show nowhere; made at run time, so that no scanner takes them for real. */
  parts: string[];
}

const letters = 'qW7eR2tY9uI4oP1aS8dF3gH6jK5lZ0xC';

/** Random-looking, of the given length, another one for every seed. */
function noise(seed: number, length: number): string {
  let state = seed * 7919 + 17;
  let result = '';
  while (result.length < length) {
    state = (state * 48_271) % 2_147_483_647;
    result += letters.charAt(state % letters.length);
  }
  return result;
}

function hex(seed: number, length: number): string {
  return noise(seed, length).replaceAll(/[^\d]/g, (sign) => (sign.charCodeAt(0) % 16).toString(16));
}

let seed = 0;

function planted(kind: string, make: (secret: string) => string, length = 32): PlantedSecret {
  const secret = noise(++seed, length);
  return { kind, text: make(secret), parts: [secret] };
}

const pemBody = [noise(901, 64), noise(902, 64), noise(903, 40)];
const pem = (name: string): string =>
  [`-----BEGIN ${name}-----`, ...pemBody, `-----END ${name}-----`].join('\n');
const digest = hex(77, 32);
const upper = noise(78, 16).toUpperCase();

/** One of each kind, in the surroundings in which people and programs put them. */
export const plantedSecrets: readonly PlantedSecret[] = [
  planted('OpenAI', (key) => `OPENAI_API_KEY=${['sk', 'proj', key].join('-')}`, 48),
  planted('Anthropic', (key) => `the key is ${['sk', 'ant', 'api03', key].join('-')}`, 80),
  planted('Google', (key) => `?key=${['AI', 'za', key].join('')}&alt=json`, 35),
  planted('Groq', (key) => `client = Groq("${['gsk', key].join('_')}")`, 52),
  { kind: 'AWS id', text: `aws_access_key_id = ${['AK', 'IA', upper].join('')}`, parts: [upper] },
  planted('AWS key', (key) => `aws_secret_access_key = ${key}`, 40),
  planted('GitHub', (key) => `git push https://${['ghp', key].join('_')}@github.com/a/b`, 36),
  planted('GitHub fine', (key) => `export GH_TOKEN=${['github', 'pat', key].join('_')}`, 60),
  planted('GitLab', (key) => `curl -H "PRIVATE-TOKEN: ${['glpat', key].join('-')}"`, 20),
  planted('Slack', (key) => `bot ${['xoxb', '123456789012', key].join('-')} posts`, 24),
  planted('Slack hook', (key) => `https://hooks.slack.com/services/T0AB12CD3/B0AB12CD4/${key}`, 24),
  planted('Stripe', (key) => `stripe.api_key = "${['sk', 'live', key].join('_')}"`, 24),
  planted('Hugging Face', (key) => `login(token="${['hf', key].join('_')}")`, 34),
  planted('npm', (key) => `//registry.example/:_authToken=${['npm', key].join('_')}`, 36),
  planted('JSON Web Token', (key) => `jwt ${['ey', 'JhbGciOiJIUzI1NiJ9.'].join('')}${key}.${key}`),
  { kind: 'private key', text: pem(['RSA', 'PRIVATE KEY'].join(' ')), parts: pemBody },
  {
    kind: 'private key in JSON',
    text: JSON.stringify({ private_key: pem(['PRIVATE', 'KEY'].join(' ')) }),
    parts: pemBody,
  },
  planted('password in a URL', (key) => `postgres://app:${key}@db.example:5432/app`, 12),
  planted('connection string', (key) => `Server=db;User Id=sa;Password=${key};Encrypt=true`, 12),
  planted('storage key', (key) => `AccountName=a;AccountKey=${key}==;EndpointSuffix=x`, 80),
  planted('env', (key) => `DB_PASSWORD=${key}\nDB_HOST=db`, 12),
  planted('YAML', (key) => `database:\n  password: ${key}\n  host: db`, 12),
  planted('JSON', (key) => JSON.stringify({ user: 'me', client_secret: key }), 20),
  planted('Python', (key) => `conn = connect(user="a", password="${key}")`, 12),
  planted('said', (key) => `By the way, the password is ${key}.`, 11),
  planted('bearer header', (key) => `Authorization: Bearer ${key}`),
  planted('Basic auth', (key) => `Authorization: Basic ${key}==`, 22),
  planted('user flag', (key) => `curl -u admin:${key} https://a.example`, 12),
  planted('flag', (key) => `deploy --token ${key} --region eu`, 20),
  planted('cookie', (key) => `Cookie: theme=dark; session=${key}; lang=en`, 26),
  planted('Set-Cookie', (key) => `Set-Cookie: sid=${key}; Path=/; HttpOnly`, 26),
  planted('.netrc', (key) => `machine a.example\nlogin me\npassword ${key}`, 12),
  planted('XML', (key) => `<password>${key}</password>`, 12),
  planted('variables', (key) => `- name: API_TOKEN\n  value: ${key}`, 20),
  { kind: 'hex key', text: `api_key: "${digest}"`, parts: [digest] },
];
