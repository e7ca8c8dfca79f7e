import { z } from 'zod';
import { definedFields, isObject } from '@everlong/core/internal';

/** The API that serves the models of a pattern: an entry of `EVERLONG_UPSTREAMS`. */
export interface UpstreamSettings {
  /** A model's name; `*` matches any characters. */
  pattern: string;
  /** Whose API it is. */
  api: 'openai' | 'anthropic';
  /** Such as `https://api.openai.com/v1`. */
  baseUrl: string;
  /** The value of the variable that `keyFrom` names. */
  apiKey?: string;
  /** In tokens; replaces the model registry's. */
  contextWindow?: number;
}

const upstream = z.strictObject({
  api: z.enum(['openai', 'anthropic']),
  baseUrl: z.url({ protocol: /^https?$/ }),
  keyFrom: z.string().min(1).optional(),
  contextWindow: z.int().min(100).optional(),
});

/**
 * Reads `EVERLONG_UPSTREAMS`, and keys from the variables that it names; throws an `AggregateError`
 * of all mistakes, whose messages never quote a key.
 */
export function readUpstreams(
  text: string,
  readKey: (name: string) => string | undefined,
): UpstreamSettings[] {
  const mistakes: string[] = [];
  const upstreams = Object.entries(parseObject(text)).flatMap(([pattern, value]) => {
    if (pattern === '') mistakes.push('names no models at "": write a pattern, such as "gpt-*".');
    const { data, error } = upstream.safeParse(value);
    for (const { path, message } of error?.issues ?? []) {
      mistakes.push(`is wrong at ${[JSON.stringify(pattern), ...path].join('.')}: ${message}.`);
    }
    if (data === undefined) return [];
    const { keyFrom, contextWindow, api, baseUrl } = data;
    const apiKey = keyFrom === undefined ? undefined : readKey(keyFrom)?.trim();
    const ofPattern = JSON.stringify(pattern);
    if (keyFrom !== undefined && (apiKey === undefined || apiKey === '')) {
      mistakes.push(`takes the key of ${ofPattern} from ${keyFrom}, which is not set.`);
    } else if (apiKey !== undefined && /[^!-~]/.test(apiKey)) {
      // No header takes it, and the error of the call would quote it.
      mistakes.push(
        `takes the key of ${ofPattern} from ${keyFrom}, which holds a blank, a line break or ` +
          'another character that no key has.',
      );
    }
    return {
      pattern,
      api,
      baseUrl,
      ...definedFields({ apiKey, contextWindow }),
    };
  });
  if (mistakes.length > 0) throw new AggregateError(mistakes.map((each) => new Error(each)));
  return upstreams;
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Reported below: the parser's own message could quote a key.
  }
  throw new Error(
    'is not a JSON object. Write {"gpt-*": {"api": "openai", "baseUrl": "https://…/v1"}}.',
  );
}

/** The first upstream whose pattern matches the model's name. */
export function matchUpstream(
  upstreams: readonly UpstreamSettings[],
  model: string,
): UpstreamSettings | undefined {
  return upstreams.find(({ pattern }) => {
    const parts = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`).test(model);
  });
}
