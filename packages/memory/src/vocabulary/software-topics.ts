import type { TopicWords } from './topic-words.js';

/** What is set and chosen in a software project. */
export const softwareTopics: Readonly<Record<string, TopicWords>> = {
  port: {
    answer: 'number',
    asks: `port ports listen listens listening localhost bind bound`,
    says: `clash clashed conflict docker compose remapped exposed env`,
  },
  host: {
    answer: 'name',
    asks: `host hostname server url domain endpoint address ip dns site base_url api_url staging
      production instance box`,
    says: `cutover dns cname points resolves alias decommissioned migrated redirect proxy nginx
      loadbalancer vpn bastion ssh
      jump cluster box boxes wiped replicas reader`,
  },
  cloud: {
    answer: 'name',
    asks: `host hosted hosting cloud region deploy deployed deployment deployments provider
      infrastructure infra run runs cluster vm zone`,
    says: `aws azure gcp hetzner vercel netlify heroku render fly kubernetes k8s nomad ecs lambda
      cloudflare digitalocean ovh linode datacenter serverless docker terraform pulumi ansible helm
      migrated on-prem frankfurt ireland virginia railway openshift swarm`,
  },
  database: {
    answer: 'name',
    asks: `database databases db store stored storage persist persisted data tables schema`,
    says: `postgres postgresql mysql mariadb sqlite mongo mongodb cockroachdb dynamodb cassandra oracle
      redis supabase planetscale neon clickhouse bigquery snowflake migrated migration migrations
      replica dump restored cutover aurora rds firestore duckdb
      pgloader live_on managed ledger sharded`,
  },
  cache: {
    answer: 'name',
    asks: `cache caching cached ttl session sessions expire expires`,
    says: `redis memcached valkey dragonfly keydb in-memory seconds minutes evict warm`,
  },
  queue: {
    answer: 'name',
    asks: `queue queues message messages broker jobs events worker workers stream search`,
    says: `rabbitmq kafka nats sqs pubsub sidekiq celery bullmq redpanda topics consumers drained
      elasticsearch opensearch meilisearch typesense solr algolia`,
  },
  branch: {
    answer: 'name',
    asks: `branch branches main trunk default merge base pr pull_request target release_branch`,
    says: `master develop renamed protected rebase rebased cut freeze fork hotfix trunk-based gitflow
      squash
      archived trunk flags deleted offsite`,
  },
  version: {
    answer: 'number',
    asks: `version node runtime release pinned target minimum jdk sdk python java ruby go php lts
      engine`,
    says: `bumped upgraded upgrade downgraded pinned nvmrc eol lts rolled_back compatible toolchain
      major dropped_support
      engines deprecations deprecation end-of-life bump dot`,
  },
  language_used: {
    answer: 'name',
    asks: `language written write code stack backend service typescript`,
    says: `rewrite rewrote rewritten rust kotlin java python go golang elixir typescript javascript
      scala ruby swift c# c++ php zig haskell ported porting transpile`,
  },
  framework: {
    answer: 'name',
    asks: `framework frontend ui library components css styling stack orm bundler build bundling state
      router styles`,
    says: `react vue svelte angular solid next nextjs nuxt remix astro tailwind bootstrap sass express
      fastify hono django flask fastapi rails laravel spring prisma drizzle typeorm vite webpack
      rollup esbuild parcel turbopack redux zustand swapped migrated htmx`,
  },
  package_manager: {
    answer: 'name',
    asks: `package packages manager install dependencies lockfile add`,
    says: `npm yarn pnpm bun pip poetry uv cargo conda pipenv maven gradle lockfile workspaces corepack`,
  },
  tests: {
    answer: 'name',
    asks: `test tests testing runner coverage suite e2e end-to-end threshold
      gate percentage`,
    says: `jest vitest mocha pytest junit cypress playwright selenium flaky percent snapshot karma
      rspec ava testcafe
      gate merge_blocked assertions fixtures mutation`,
  },
  lint: {
    answer: 'name',
    asks: `lint linter linting format formatter formatting style indentation indent quotes convention
      naming tabs spaces width line_length commit commits
      message messages indented snippets commit_messages`,
    says: `eslint prettier biome oxlint ruff black flake8 dprint rustfmt tabs spaces semicolons
      camelcase snake_case kebab-case columns editorconfig conventional semver
      widescreen tab levels chars characters reformat prefix lowercase ticket key footer`,
  },
  ci: {
    answer: 'name',
    asks: `ci pipeline pipelines builds build_server actions run runner`,
    says: `jenkins buildkite github_actions circleci gitlab teamcity drone travis woodpecker runners
      green minutes workflow yaml tekton argo`,
  },
  forge: {
    answer: 'name',
    asks: `repo repository repositories git code_hosted remote tracker tickets issues backlog board
      bugs wiki docs documentation`,
    says: `github gitlab bitbucket gitea forgejo codeberg jira linear trello notion confluence asana
      youtrack shortcut mirrored archived migrated`,
  },
  chat: {
    answer: 'name',
    asks: `chat channel announce alert alerts notify notifications post talk message communication
      calls`,
    says: `slack teams discord mattermost zulip pagerduty opsgenie zoom meet webex muted pinged incident`,
  },
  observability: {
    answer: 'name',
    asks: `logs log logging logger monitoring metrics tracing errors dashboard dashboards analytics
      observability`,
    says: `datadog grafana loki prometheus sentry splunk kibana elk newrelic honeycomb rollbar winston
      pino json structured level debug info warn plausible matomo posthog retention`,
  },
  auth: {
    answer: 'name',
    asks: `auth authentication login sign_in sso identity token tokens session oauth permissions`,
    says: `auth0 okta keycloak cognito clerk jwt cookies saml oidc magic_link passkeys expire rotated
      basic api_key`,
  },
  limit: {
    answer: 'number',
    asks: `timeout limit limits retry retries max maximum minimum rate threshold interval size quota
      concurrency replicas workers pool batch memory heap instances attempts`,
    says: `raised lowered bumped doubled halved seconds minutes ms mb gb requests per_second throttled
      oom increased decreased capped scaled`,
  },
  release: {
    answer: 'time',
    asks: `release releases deploy ship shipping launch rollout go-live cadence schedule sprint freeze
      cycle train weekly`,
    says: `fridays thursdays tuesdays wednesdays biweekly fortnight monthly continuous nightly window
      slipped postponed tagged`,
  },
  api: {
    answer: 'name',
    asks: `api protocol rest graphql grpc endpoint payload format serialization version`,
    says: `trpc soap protobuf json xml websocket websockets sse webhook deprecated sunset v1 v2 v3
      openapi swagger`,
  },
  editor: {
    answer: 'name',
    asks: `editor ide code edit editing plugin terminal shell theme`,
    says: `vim neovim emacs vscode helix zed sublime intellij webstorm pycharm cursor jetbrains zsh
      bash fish nushell ghostty iterm kitty tmux dark light`,
  },
  review: {
    answer: 'number',
    asks: `approvals approval review reviewers reviews rule policy required sign-off`,
    says: `codeowners nit squash merge_queue mandatory approve pair`,
  },
  licence: {
    answer: 'name',
    asks: `licence license licensed`,
    says: `mit apache gpl agpl bsd mpl relicensed proprietary copyleft lawyers`,
  },
  flags: {
    answer: 'name',
    asks: `flag flags feature_flag feature_flags toggle toggles rollout experiment enabled`,
    says: `launchdarkly unleash flipped switched_off switched_on ripped dark_mode percent canary beta
      killed flagsmith growthbook`,
  },
  scheduled: {
    answer: 'time',
    asks: `nightly backup backups cron job scheduled scrape scraper runs run batch window kick`,
    says: `crontab nudged kicks_off overnight hourly weekly midnight utc overlap timer`,
  },
  design: {
    answer: 'name',
    asks: `mockups mockup wireframes designs design prototype specs spec docs`,
    says: `figma sketch penpot invision miro notion markdown confluence wiki handoff`,
  },
  hardware: {
    answer: 'name',
    asks: `hardware device server printer router nas box machine runs_on installed`,
    says: `pi raspberry nuc backup restored fried overheated rack arduino sd_card`,
  },
  storage_service: {
    answer: 'name',
    asks: `bucket buckets files uploads objects region stored assets images retention keep`,
    says: `s3 r2 minio gcs blob replicating replicated lifecycle emptied glacier`,
  },
};
