import type { TopicWords } from './topic-words.js';

/** What is set and chosen in a software project. */
export const softwareTopics: Readonly<Record<string, TopicWords>> = {
  port: {
    answer: 'number',
    asks: `port ports listen listens listening localhost bind bound exposes answers_on reachable_on
      socket`,
    says: `clash clashed conflict docker compose remapped exposed env nginx_conf in_use already_in_use
      eaddrinuse 3000 8080 8443 5432 6379 comes_up answers_on listening_on vhost reverse_proxy`,
  },
  host: {
    answer: 'name',
    asks: `host hostname server url domain endpoint address ip dns site base_url api_url staging
      production instance box hostnames machine_name fqdn connect_to ssh_to reach box_name prod_host`,
    says: `cutover dns cname points resolves alias decommissioned migrated redirect proxy nginx
      loadbalancer vpn bastion ssh jump cluster box boxes wiped replicas reader renamed_host replica
      primary failover points_at resolves_to answers switched_over decommission retired_box bastions
      tailscale wireguard subdomain domains`,
  },
  cloud: {
    answer: 'name',
    asks: `host hosted hosting cloud region deploy deployed deployment deployments provider
      infrastructure infra run runs cluster vm zone region_for hosting_provider deployed_to
      deployed_on runs_in orchestrator where_do_we_deploy`,
    says: `aws azure gcp hetzner vercel netlify heroku render fly kubernetes k8s nomad ecs lambda
      cloudflare digitalocean ovh linode datacenter serverless docker terraform pulumi ansible helm
      migrated on-prem frankfurt ireland virginia railway openshift swarm eks gke aks fargate
      ecs_now cloud_run app_engine beanstalk lightsail scaleway upcloud vultr exoscale ionos dublin
      oregon ohio sydney singapore mumbai paris stockholm zurich helsinki bare_metal colo k3s
      microk8s openstack proxmox vmware clusters namespace control_plane lift_and_shift lifted`,
  },
  database: {
    answer: 'name',
    asks: `database databases db store stored storage persist persisted data tables schema datastore
      db_engine rdbms backing_store data_in relational`,
    says: `postgres postgresql mysql mariadb sqlite mongo mongodb cockroachdb dynamodb cassandra oracle
      redis supabase planetscale neon clickhouse bigquery snowflake migrated migration migrations
      replica dump restored cutover aurora rds firestore duckdb pgloader live_on managed ledger
      sharded timescale timescaledb cockroach tidb vitess yugabyte mssql sql_server sqlserver db2
      couchdb couchbase firebase realtime_db arangodb neo4j influxdb questdb libsql turso d1 fauna
      documentdb pg_dump pg_restore logical_replication dual-write backfilled backfill
      schema_migration`,
  },
  cache: {
    answer: 'name',
    asks: `cache caching cached ttl session sessions expire expires cached_for cache_layer ttls
      time_to_live`,
    says: `redis memcached valkey dragonfly keydb in-memory seconds minutes evict warm elasticache
      hazelcast varnish cdn invalidation eviction lru expiry stampede`,
  },
  queue: {
    answer: 'name',
    asks: `queue queues message messages broker jobs events worker workers stream search message_bus
      event_bus background_jobs job_runner pub/sub search_engine index`,
    says: `rabbitmq kafka nats sqs pubsub sidekiq celery bullmq redpanda topics consumers drained
      elasticsearch opensearch meilisearch typesense solr algolia activemq zeromq mqtt mosquitto
      pulsar kinesis eventbridge temporal airflow dagster prefect graphile resque faktory goodjob
      oban bull cutover_to dead_letter`,
  },
  branch: {
    answer: 'name',
    asks: `branch branches main trunk default merge base pr pull_request target release_branch merge_to
      base_branch integration_branch trunk_is cut_from cherry-pick pull_requests prs`,
    says: `master develop renamed protected rebase rebased cut freeze fork hotfix trunk-based gitflow
      squash archived trunk flags deleted offsite release/ feature_branches long-lived
      renamed_to_main deleted_branch default_branch retargeted merge_train stacked`,
  },
  version: {
    answer: 'number',
    asks: `version node runtime release pinned target minimum jdk sdk python java ruby go php lts engine
      which_version versions supported_version minimum_version`,
    says: `bumped upgraded upgrade downgraded pinned nvmrc eol lts rolled_back compatible toolchain major
      dropped_support engines deprecations deprecation end-of-life bump dot semver major_version
      minor patch upgraded_to moved_to_node moved_to_python nvm asdf mise volta sdkman pyenv rbenv
      tool-versions dockerfile base_image deprecation_warnings breaking_changes end_of_life
      security_release tests_green all_green jvm temurin corretto`,
  },
  language_used: {
    answer: 'name',
    asks: `language written write code stack backend service typescript codebase_in programming_language
      coded_in implemented_in`,
    says: `rewrite rewrote rewritten rust kotlin java python go golang elixir typescript javascript scala
      ruby swift c# c++ php zig haskell ported porting transpile gleam erlang clojure f# ocaml nim
      crystal julia r perl cobol fortran dart flutter objective-c lua luau zig_now rewritten_in
      rewrote_it port_to ported_to ported_it crate crates gem jar beam jvm`,
  },
  framework: {
    answer: 'name',
    asks: `framework frontend ui library components css styling stack orm bundler build bundling state
      router styles ui_library meta_framework web_framework state_management component_library
      css_framework orm_is`,
    says: `react vue svelte angular solid next nextjs nuxt remix astro tailwind bootstrap sass express
      fastify hono django flask fastapi rails laravel spring prisma drizzle typeorm vite webpack
      rollup esbuild parcel turbopack redux zustand swapped migrated htmx preact qwik lit ember
      backbone jquery alpine sveltekit nuxtjs gatsby eleventy hugo jekyll blazor aspnet dotnet
      quarkus micronaut ktor gin echo fiber actix axum phoenix symfony codeigniter nestjs koa hapi
      adonis mui chakra shadcn radix antd styled-components css_modules unocss vanilla-extract
      sequelize mikroorm knex sqlalchemy kysely mobx jotai recoil pinia vuex rspack swc rolldown`,
  },
  package_manager: {
    answer: 'name',
    asks: `package packages manager install dependencies lockfile add dependency_manager installs
      workspaces_with`,
    says: `npm yarn pnpm bun pip poetry uv cargo conda pipenv maven gradle lockfile workspaces corepack
      pnpm-lock package-lock yarn.lock berry npm_ci uvx pdm rye hatch pipx nx turborepo lerna bazel
      pants buck`,
  },
  tests: {
    answer: 'name',
    asks: `test tests testing runner coverage suite e2e end-to-end threshold gate percentage test_suite
      test_framework testing_library unit_tests integration_tests pass_rate e2e_tests`,
    says: `jest vitest mocha pytest junit cypress playwright selenium flaky percent snapshot karma rspec
      ava testcafe gate merge_blocked assertions fixtures mutation mocha_to chai sinon supertest
      testing-library storybook webdriver puppeteer detox appium cucumber behave nose unittest tox
      phpunit minitest xunit nunit coverage_gate threshold_is codecov coveralls wound_down
      lowered_to flakiness quarantined`,
  },
  lint: {
    answer: 'name',
    asks: `lint linter linting format formatter formatting style indentation indent quotes convention
      naming tabs spaces width line_length commit commits message messages indented snippets
      commit_messages code_style style_guide indent_with quote_style commit_convention commit_format`,
    says: `eslint prettier biome oxlint ruff black flake8 dprint rustfmt tabs spaces semicolons camelcase
      snake_case kebab-case columns editorconfig conventional semver widescreen tab levels chars
      characters reformat prefix lowercase ticket key footer standardjs xo rubocop pylint isort
      autopep8 gofmt clang-format stylelint husky lint-staged commitlint pre-commit trailing_commas
      single_quotes double_quotes two_spaces four_spaces hard_tabs 80_columns 100_columns
      120_columns gitmoji imperative_mood scope subject_line`,
  },
  ci: {
    answer: 'name',
    asks: `ci pipeline pipelines builds build_server actions run runner build_pipeline
      continuous_integration ci_runs build_farm`,
    says: `jenkins buildkite github_actions circleci gitlab teamcity drone travis woodpecker runners
      green minutes workflow yaml tekton argo azure_pipelines bamboo concourse dagger earthly
      semaphore codefresh appveyor spinnaker flux gha self-hosted_runners cache_key build_minutes`,
  },
  forge: {
    answer: 'name',
    asks: `repo repository repositories git code_hosted remote tracker tickets issues backlog board bugs
      wiki docs documentation code_host issue_tracker repo_host ticketing`,
    says: `github gitlab bitbucket gitea forgejo codeberg jira linear trello notion confluence asana
      youtrack shortcut mirrored archived migrated azure_devops sourcehut phabricator gerrit redmine
      mantis bugzilla clickup monday.com basecamp height plane ticket tickets_live`,
  },
  chat: {
    answer: 'name',
    asks: `chat channel announce alert alerts notify notifications post talk message communication calls
      post_to alerts_go chat_tool announcement_channel`,
    says: `slack teams discord mattermost zulip pagerduty opsgenie zoom meet webex muted pinged incident
      google_chat rocket.chat matrix element signal_group telegram irc skype hangouts google_meet
      channel_archived renamed_channel bridge bot`,
  },
  observability: {
    answer: 'name',
    asks: `logs log logging logger monitoring metrics tracing errors dashboard dashboards analytics
      observability log_level telemetry apm metrics_in traces`,
    says: `datadog grafana loki prometheus sentry splunk kibana elk newrelic honeycomb rollbar winston
      pino json structured level debug info warn plausible matomo posthog retention opentelemetry
      otel jaeger tempo zipkin signoz axiom betterstack papertrail logtail fluentd fluentbit vector
      cloudwatch stackdriver azure_monitor bugsnag raygun amplitude mixpanel umami ga4`,
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
    asks: `api protocol rest graphql grpc endpoint payload format serialization version wire_format
      api_style endpoints transport content_type response_format`,
    says: `trpc soap protobuf json xml websocket websockets sse webhook deprecated sunset v1 v2 v3
      openapi swagger hal jsonapi odata avro msgpack thrift connect-rpc yaml csv xml_serializer
      serializer json-only v4 version_header`,
  },
  editor: {
    answer: 'name',
    asks: `editor ide code edit editing plugin terminal shell theme text_editor main_editor keybindings
      dotfiles colour_scheme`,
    says: `vim neovim emacs vscode helix zed sublime intellij webstorm pycharm cursor jetbrains zsh bash
      fish nushell ghostty iterm kitty tmux dark light vs_code code-oss vscodium lapce nova bbedit
      textmate xcode android_studio rider goland rubymine eclipse netbeans helix_now lazyvim neovide
      doom spacemacs alacritty wezterm warp iterm2 powershell`,
  },
  review: {
    answer: 'number',
    asks: `approvals approval review reviewers reviews rule policy required sign-off reviewers_needed
      sign_offs merge_rule approvals_needed`,
    says: `codeowners nit squash merge_queue mandatory approve pair two_approvals one_approval four_eyes
      second_pair self-merge ship_show_ask pairing mob trunk`,
  },
  licence: {
    answer: 'name',
    asks: `licence license licensed`,
    says: `mit apache gpl agpl bsd mpl relicensed proprietary copyleft lawyers`,
  },
  flags: {
    answer: 'name',
    asks: `flag flags feature_flag feature_flags toggle toggles rollout experiment enabled feature_toggle
      experiments experiment_running dark_launch`,
    says: `launchdarkly unleash flipped switched_off switched_on ripped dark_mode percent canary beta
      killed flagsmith growthbook split.io optimizely statsig configcat posthog_flags flagd
      openfeature ramped ramp rolled_out_to kill_switch cleanup_ticket`,
  },
  scheduled: {
    answer: 'time',
    asks: `nightly backup backups cron job scheduled scrape scraper runs run batch window kick runs_at
      kick_off_at cronjob timer nightly_job backup_time`,
    says: `crontab nudged kicks_off overnight hourly weekly midnight utc overlap timer systemd_timer
      eventbridge_rule maintenance_window batch_window rescheduled_to moved_to_0 half_past_two dst
      collide collided`,
  },
  design: {
    answer: 'name',
    asks: `mockups mockup wireframes designs design prototype specs spec docs design_tool mock-ups
      specs_in written_up`,
    says: `figma sketch penpot invision miro notion markdown confluence wiki handoff adobe_xd zeplin
      framer canva whimsical excalidraw google_docs coda slite outline rfc adr one-pager prose`,
  },
  hardware: {
    answer: 'name',
    asks: `hardware device server printer router nas box machine runs_on installed runs_on_a hosted_on
      home_server media_server`,
    says: `pi raspberry nuc backup restored fried overheated rack arduino sd_card synology qnap unraid
      truenas raspberry_pi jetson optiplex thinkcentre mini_pc e-waste`,
  },
  storage_service: {
    answer: 'name',
    asks: `bucket buckets files uploads objects region stored assets images retention keep object_storage
      blob_storage file_storage retained`,
    says: `s3 r2 minio gcs blob replicating replicated lifecycle emptied glacier backblaze b2 wasabi
      spaces ceph swift azure_blob gcs_bucket lifecycle_rule glacier_deep object_lock`,
  },
};
