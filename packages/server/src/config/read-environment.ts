import { ConfigError } from '@everlong/core';
import { definedFields, nearestName } from '@everlong/core/internal';

import { matchUpstream, readUpstreams, type UpstreamSettings } from './read-upstreams.js';
import { defaultLimits, type ServerLimits } from './server-limits.js';
import type { SessionDefaults } from './server-options.js';

/** A server's settings from environment variables, checked. */
export interface Environment {
  host: string;
  port: number;
  databasePath: string | undefined;
  adminKey: string | undefined;
  logLevel: string;
  /** Time for requests in flight while shutting down, in milliseconds. */
  drainMs: number;
  limits: Partial<ServerLimits>;
  allowedOrigins: string[];
  defaults: SessionDefaults;
  upstreams: UpstreamSettings[];
  memory: MemoryUse;
  /** The model of an upstream that writes summaries. */
  summaryModel: string | undefined;
  /** Who writes the summaries of compactions. */
  compaction: (typeof compactions)[number];
}

const compactions = ['own', 'provider', 'auto'] as const;

/** Users of long-term memory: nobody, routes and agents' tools, or sessions as well. */
type MemoryUse = (typeof memoryUses)[number];

const memoryUses = ['off', 'tools', 'sessions'] as const;

type Read<Value> = (text: string) => Value;

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];

/** The shortest admin key allowed. */
const MIN_KEY_CHARACTERS = 24;

const limitNames: Readonly<Record<string, keyof ServerLimits>> = {
  EVERLONG_MAX_BODY_BYTES: 'maxBodyBytes',
  EVERLONG_MAX_MESSAGE_BYTES: 'maxMessageBytes',
  EVERLONG_MAX_MESSAGES_PER_APPEND: 'maxMessagesPerAppend',
  EVERLONG_MAX_SESSION_MESSAGES: 'maxSessionMessages',
  EVERLONG_MAX_MESSAGE_PARTS: 'maxMessageParts',
  EVERLONG_MAX_TEXT_BYTES: 'maxTextBytes',
  EVERLONG_MAX_JSON_VALUES: 'maxJsonValues',
  EVERLONG_MAX_JSON_DEPTH: 'maxJsonDepth',
  EVERLONG_MAX_KEYS: 'maxKeys',
  EVERLONG_REQUESTS_PER_MINUTE: 'requestsPerMinute',
  EVERLONG_MAX_OPEN_SESSIONS: 'maxOpenSessions',
  EVERLONG_MAX_EVENT_STREAMS: 'maxEventStreams',
};

/** Every variable that `readEnvironment` reads, but the keys that `EVERLONG_UPSTREAMS` names. */
export const environmentNames: readonly string[] = [
  'EVERLONG_HOST',
  'EVERLONG_PORT',
  'EVERLONG_DATABASE_URL',
  'EVERLONG_ADMIN_KEY',
  'EVERLONG_LOG_LEVEL',
  'EVERLONG_DRAIN_SECONDS',
  'EVERLONG_MODEL',
  'EVERLONG_CONTEXT_WINDOW',
  'EVERLONG_CONTEXT_POLICY',
  'EVERLONG_UPSTREAMS',
  'EVERLONG_SUMMARY_MODEL',
  'EVERLONG_COMPACTION',
  'EVERLONG_MEMORY',
  'EVERLONG_ALLOWED_ORIGINS',
  ...Object.keys(limitNames),
];

/** Facts about the variables besides their values. */
export interface EnvironmentOrigin {
  /** Places of variables that were set elsewhere, such as `--port` for `EVERLONG_PORT`. */
  sources?: Readonly<Record<string, string>>;
  /** Variables whose names begin with `EVERLONG_` and that other programs read. */
  otherNames?: readonly string[];
  /** Mistakes found before, such as in a file: reported with the others. */
  mistakes?: readonly string[];
}

const PREFIX = 'EVERLONG_';

/**
 * Reads the variables of a server; throws one `ConfigError` that names every mistake, among them
 * variables that begin with `EVERLONG_` and that nobody reads.
 */
export function readEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
  origin: EnvironmentOrigin = {},
): Environment {
  const { sources = {}, otherNames = [] } = origin;
  const mistakes = [...(origin.mistakes ?? [])];
  const known = new Set([...environmentNames, ...otherNames]);
  const placeOf = (name: string): string => sources[name] ?? name;

  function read<Value>(name: string, convert: Read<Value>): Value | undefined {
    const text = variables[name];
    if (text === undefined || text === '' || isOfKubernetes(name, text)) return undefined;
    try {
      return convert(text);
    } catch (error) {
      const found: unknown[] = error instanceof AggregateError ? error.errors : [error];
      for (const each of found) {
        const problem = each instanceof Error ? each.message : String(each);
        mistakes.push(`${placeOf(name)} ${problem}`);
      }
      return undefined;
    }
  }

  function readKey(name: string): string | undefined {
    known.add(name);
    return variables[name];
  }

  const limits: Partial<ServerLimits> = {};
  for (const [name, limit] of Object.entries(limitNames)) {
    const value = read(name, whole(limit === 'requestsPerMinute' ? 0 : 1));
    if (value !== undefined) limits[limit] = value;
  }
  const environment: Environment = {
    host: read('EVERLONG_HOST', String) ?? '127.0.0.1',
    port: read('EVERLONG_PORT', whole(0, 65_535)) ?? 8787,
    databasePath: read('EVERLONG_DATABASE_URL', databasePath),
    adminKey: read('EVERLONG_ADMIN_KEY', adminKey),
    logLevel: read('EVERLONG_LOG_LEVEL', choice(logLevels)) ?? 'info',
    drainMs: (read('EVERLONG_DRAIN_SECONDS', whole(0, 3600)) ?? 10) * 1000,
    limits,
    allowedOrigins: read('EVERLONG_ALLOWED_ORIGINS', readOrigins) ?? [],
    memory: read('EVERLONG_MEMORY', choice(memoryUses)) ?? 'tools',
    upstreams: read('EVERLONG_UPSTREAMS', (text) => readUpstreams(text, readKey)) ?? [],
    defaults: readDefaults(read),
    summaryModel: read('EVERLONG_SUMMARY_MODEL', String),
    compaction: read('EVERLONG_COMPACTION', choice(compactions)) ?? 'own',
  };
  checkTogether({ ...defaultLimits, ...limits }, { mistakes, placeOf });
  mistakes.push(...withoutUpstream(environment, placeOf));
  mistakes.push(...unknownVariables(variables, known));
  if (mistakes.length === 0) return environment;
  throw new ConfigError(`The settings cannot be used:\n  ${mistakes.join('\n  ')}`);
}

/** A model for summaries that no upstream has. */
function withoutUpstream(
  { summaryModel, upstreams }: Environment,
  placeOf: (name: string) => string,
): string[] {
  if (summaryModel === undefined || matchUpstream(upstreams, summaryModel) !== undefined) return [];
  return [
    `${placeOf('EVERLONG_SUMMARY_MODEL')} is ${JSON.stringify(summaryModel)}, but no pattern of ` +
      `${placeOf('EVERLONG_UPSTREAMS')} matches it.`,
  ];
}

function readDefaults(
  read: <Value>(name: string, convert: Read<Value>) => Value | undefined,
): SessionDefaults {
  const model = read('EVERLONG_MODEL', String);
  const contextWindow = read('EVERLONG_CONTEXT_WINDOW', whole(100));
  const policy = read('EVERLONG_CONTEXT_POLICY', String);
  return {
    ...definedFields({ model, contextWindow, policy }),
  };
}

/** A misspelt limit would otherwise be no limit. */
function unknownVariables(
  variables: Readonly<Record<string, string | undefined>>,
  known: ReadonlySet<string>,
): string[] {
  return Object.entries(variables).flatMap(([name, text]) => {
    if (!name.startsWith(PREFIX) || known.has(name) || text === undefined || text === '') return [];
    if (isOfKubernetes(name, text)) return [];
    const near = nearestName(withoutPrefix(name), environmentNames.map(withoutPrefix));
    const hint = near === undefined ? '' : ` Did you mean ${PREFIX}${near}?`;
    return [`${name} is no setting of the server.${hint}`];
  });
}

function withoutPrefix(name: string): string {
  return name.slice(PREFIX.length);
}

/** `sqlite:PATH`, `file:PATH` or the path itself. */
function databasePath(text: string): string {
  const [, scheme, rest = text] = /^([a-z][a-z\d+]+):(?:\/\/)?(.+)$/i.exec(text) ?? [];
  if (scheme === undefined || scheme === 'sqlite' || scheme === 'file') return rest;
  throw new Error(
    `names ${scheme}, but this server stores sessions only in SQLite. ` +
      'Give a path, or a URL such as sqlite:/var/lib/everlong/sessions.db.',
  );
}

function checkTogether(
  limits: ServerLimits,
  { mistakes, placeOf }: { mistakes: string[]; placeOf(name: string): string },
): void {
  if (limits.maxMessageBytes <= limits.maxBodyBytes) return;
  mistakes.push(
    `${placeOf('EVERLONG_MAX_MESSAGE_BYTES')} is ${limits.maxMessageBytes}, more than a whole body may have ` +
      `(${placeOf('EVERLONG_MAX_BODY_BYTES')}, ${limits.maxBodyBytes}).`,
  );
}

function whole(least: number, most = Number.MAX_SAFE_INTEGER): Read<number> {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : NaN;
    if (number >= least && number <= most) return number;
    const range =
      most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
    throw new Error(`is ${JSON.stringify(text)}. Give a whole number ${range}.`);
  };
}

/** `https://app.example.com, https://other.example.com`, or `*`. */
function readOrigins(text: string): string[] {
  const origins = text.split(',').map((each) => each.trim());
  for (const origin of origins) {
    if (origin === '*' || (URL.canParse(origin) && new URL(origin).origin === origin)) continue;
    throw new Error(
      `names ${JSON.stringify(origin)}, which is not an origin. Give scheme, host and port alone, as https://app.example.com.`,
    );
  }
  return origins;
}

function choice<Value extends string>(values: readonly Value[]): Read<Value> {
  return (text) => {
    const found = values.find((value) => value === text);
    if (found !== undefined) return found;
    throw new Error(`is ${JSON.stringify(text)}. Use one of ${values.join(', ')}.`);
  };
}

function adminKey(text: string): string {
  if (text.length >= MIN_KEY_CHARACTERS && !/\s/.test(text)) return text;
  throw new Error(
    `has ${text.length} characters. Give at least ${MIN_KEY_CHARACTERS}, without spaces: openssl rand -hex 32`,
  );
}

/**
 * Tells whether Kubernetes sets the variable for a service, as it does in every container of its
 * namespace: one named `everlong-server` gives `EVERLONG_SERVER_PORT=tcp://10.0.0.1:8787` and
 * others.
 */
export function isOfKubernetes(name: string, value: string): boolean {
  return ofService.test(name) || (name.endsWith('_PORT') && address.test(value));
}

const ofService = /_SERVICE_(?:HOST|PORT)(?:_|$)|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_|$)/;
const address = /^(?:tcp|udp|sctp):\/\//;
