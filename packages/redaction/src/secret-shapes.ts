/** The kinds of `[REDACTED:kind]`. */
export type SecretKind =
  | 'api-key'
  | 'token'
  | 'password'
  | 'private-key'
  | 'secret'
  | 'cookie'
  | 'seed-phrase';

/** Providers' API keys, by the prefixes that their documentation shows. */
const apiKeys = [
  // OpenAI, Anthropic, OpenRouter, DeepSeek; Stripe; ElevenLabs
  String.raw`sk-(?:ant-|proj-|or-|svcacct-|admin-)?[\w-]{16,256}`,
  String.raw`[srp]k_(?:live|test)_\w{10,128}`,
  String.raw`sk_[a-f\d]{40,64}(?!\w)`,
  // AWS; Google
  String.raw`A(?:KIA|SIA|BIA|CCA)[A-Z\d]{16}(?!\w)`,
  String.raw`AIza[\w-]{35,64}`,
  String.raw`GOCSPX-[\w-]{20,64}`,
  // Groq, xAI, Perplexity, Replicate, NVIDIA, Cerebras, Databricks, Pinecone, LangSmith, Tavily
  String.raw`gsk_[A-Za-z\d]{32,128}`,
  String.raw`xai-[A-Za-z\d]{40,128}`,
  String.raw`pplx-[A-Za-z\d]{32,64}`,
  String.raw`r8_[A-Za-z\d]{30,64}`,
  String.raw`nvapi-[\w-]{40,128}`,
  String.raw`csk-[\w-]{32,128}`,
  String.raw`dapi[a-f\d]{32}(?!\w)`,
  String.raw`pcsk_\w{32,128}`,
  String.raw`lsv2_(?:pt|sk)_\w{32,64}`,
  String.raw`tvly-[\w-]{20,64}`,
  // E2B, Fireworks, Resend, Neon, PostHog, Contentful, EasyPost, Flutterwave, Adafruit
  String.raw`e2b_[a-f\d]{40}(?!\w)`,
  String.raw`fw_[A-Za-z\d]{22,32}(?!\w)`,
  String.raw`re_[A-Za-z\d]{8}_[A-Za-z\d]{20,32}(?!\w)`,
  String.raw`napi_[a-z\d]{48,80}(?!\w)`,
  String.raw`phx_[A-Za-z\d]{32,64}(?!\w)`,
  String.raw`CFPAT-[\w-]{43}(?![\w-])`,
  String.raw`EZ[AT]K[A-Za-z\d]{54}(?!\w)`,
  String.raw`FLWSECK(?:_TEST)?-[\w-]{12,64}`,
  String.raw`aio_[A-Za-z\d]{28}(?!\w)`,
  // everlong's own server
  String.raw`elk_[\w-]{24,128}`,
  // SendGrid, Mailgun, Twilio, New Relic, Postman, Linear, RubyGems
  String.raw`SG\.[\w-]{16,64}\.[\w-]{16,64}`,
  String.raw`key-[a-f\d]{32}(?!\w)`,
  String.raw`SK[a-f\d]{32}(?!\w)`,
  String.raw`NRAK-[A-Z\d]{20,64}`,
  String.raw`PMAK-[\w-]{40,128}`,
  String.raw`lin_api_\w{32,64}`,
  String.raw`rubygems_[a-f\d]{40,64}`,
];

/** Access tokens of services, and JSON Web Tokens. */
const tokens = [
  String.raw`eyJ[\w-]{8,4096}\.[\w-]{8,8192}(?:\.[\w-]{4,4096})?`,
  // GitHub, GitLab, Atlassian, Slack
  String.raw`gh[opsur]_\w{30,255}`,
  String.raw`github_pat_\w{22,255}`,
  String.raw`gl(?:pat|dt|rt|ptt|soat)-[\w-]{16,64}`,
  String.raw`ATATT3[\w=-]{20,512}`,
  String.raw`ATBB[A-Za-z\d]{28,64}`,
  String.raw`xox[abeoprs]-[\w-]{10,256}`,
  String.raw`xapp-\d-[\w-]{20,256}`,
  // Discord, Telegram
  String.raw`[MN][A-Za-z\d]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])`,
  String.raw`\d{8,10}:AA[\w-]{32,34}(?![\w-])`,
  // Hugging Face, npm, PyPI, Docker, Google, Vault, Doppler, DigitalOcean
  String.raw`hf_[A-Za-z\d]{24,64}(?!\w)`,
  String.raw`npm_[A-Za-z\d]{30,64}(?!\w)`,
  String.raw`pypi-[\w-]{40,256}`,
  String.raw`dckr_pat_[\w-]{20,64}`,
  String.raw`ya29\.[\w-]{20,512}`,
  String.raw`hv[sbr]\.[\w-]{20,512}`,
  String.raw`dp\.\w{2,5}\.[\w-]{20,128}`,
  String.raw`do[opr]_v1_[a-f\d]{40,80}`,
  // Shopify, Square, Supabase, Stripe webhooks, Sentry, Grafana, Netlify, Notion, Figma
  String.raw`shp(?:at|ca|pa|ss)_[a-f\d]{32}`,
  String.raw`sq0(?:atp|csp)-[\w-]{20,64}`,
  String.raw`sb[ps]_[\w-]{30,64}`,
  String.raw`whsec_[\w+/=-]{24,128}`,
  String.raw`sntry[su]_[\w=-]{32,512}`,
  String.raw`gl(?:sa|c)_[\w=-]{32,256}`,
  String.raw`nfp_\w{30,64}`,
  String.raw`ntn_\w{30,64}`,
  String.raw`secret_[A-Za-z\d]{40,64}(?!\w)`,
  String.raw`figd_[\w-]{20,128}`,
  // Pulumi, Sourcegraph, Terraform
  String.raw`pul-[a-f\d]{40}(?![\w-])`,
  String.raw`sgp_(?:[a-f\d]{16}_|local_)?[a-f\d]{40}(?!\w)`,
  String.raw`[A-Za-z\d]{14}\.atlasv1\.[\w-]{60,70}`,
  // Airtable, PlanetScale, age
  String.raw`pat[A-Za-z\d]{14}\.[a-f\d]{64}`,
  String.raw`pscale_(?:tkn|pw|oauth)_[\w-]{20,64}`,
  String.raw`AGE-SECRET-KEY-1[A-Z\d]{50,64}`,
];

const known = `(?:(${apiKeys.join('|')})|${tokens.join('|')})`;

/** The length of the shortest key or token, in UTF-16 units. */
export const MIN_KNOWN_LENGTH = 15;

/** Keys (first group) and tokens that begin at a word boundary. */
export const knownSecret: RegExp = new RegExp(String.raw`\b${known}`, 'g');
/** The same after an escape in JSON text, such as `\n` (first group). */
export const knownSecretAfterEscape: RegExp = new RegExp(String.raw`(\\[nrt])${known}`, 'g');

/** The second key of a pair, as AWS has them, after the mark of the first. */
export const secondKey: RegExp =
  /(\[REDACTED:api-key\]["']?[,;|\s]{1,4}["']?)(?=[a-z\d/+]{0,39}[A-Z])[A-Za-z\d/+]{40}(?![\w/+])/g;

/** Tokens that the URL before them (first group) identifies: webhooks, signed URLs. */
export const urlTokens: readonly RegExp[] = [
  /(\/bot)\d{8,10}:[\w-]{30,64}/g,
  /(hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/]{20,128}/g,
  /(\/api\/webhooks\/\d{10,24}\/)[\w-]{32,128}/g,
  /(X-(?:Amz|Goog)-Signature=)[\w%]{20,2048}/g,
  /(\bsig=)[\w%+/=-]{20,256}/g,
];

/** Hashes of passwords as bcrypt, crypt(3) and argon2 write them. */
export const passwordHash: RegExp =
  /\$(?:2[abxy]\$\d\d\$[./\w]{53}|[156y]\$[./\w=]{1,64}\$[./\w]{20,128}|argon2id?\$[\w=,$+/.-]{30,256})/g;
