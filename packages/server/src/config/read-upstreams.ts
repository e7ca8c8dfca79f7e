import { z } from 'zod';

/** Where models are whose names match, in the spelling of `EVERLONG_UPSTREAMS`. */
export interface UpstreamSettings {
  /** A model's name; `*` matches any characters. */
  pattern: string;
  api: 'openai' | 'anthropic';
  baseUrl: string;
  /** What the variable that `keyFrom` names holds. */
  apiKey?: string;
  contextWindow?: number;
}

const upstream = z.strictObject({
  api: z.enum(['openai', 'anthropic']),
  baseUrl: z.url({ protocol: /^https?$/ }),
  keyFrom: z.string().min(1).optional(),
  contextWindow: z.int().min(100).optional(),
});

/** Reads `EVERLONG_UPSTREAMS`; throws an `Error` that says what is wrong with it, without keys. */
export function readUpstreams(
  text: string,
  variables: Readonly<Record<string, string | undefined>>,
): UpstreamSettings[] {
  return Object.entries(parseObject(text)).map(([pattern, value]) => {
    const { data, error } = upstream.safeParse(value);
    if (data === undefined) {
      const [issue] = error.issues;
      const where = [JSON.stringify(pattern), ...(issue?.path ?? [])].join('.');
      throw new Error(`is wrong at ${where}: ${issue?.message ?? 'no upstream'}.`);
    }
    const { keyFrom, contextWindow, api, baseUrl } = data;
    const apiKey = keyFrom === undefined ? undefined : variables[keyFrom];
    if (keyFrom !== undefined && (apiKey === undefined || apiKey === '')) {
      throw new Error(
        `takes the key of ${JSON.stringify(pattern)} from ${keyFrom}, which is not set.`,
      );
    }
    return {
      pattern,
      api,
      baseUrl,
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(contextWindow === undefined ? {} : { contextWindow }),
    };
  });
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Said below: the parser's own message would quote what may hold a key.
  }
  throw new Error(
    'is no JSON object. Write {"gpt-*": {"api": "openai", "baseUrl": "https://…/v1"}}.',
  );
}

/** The first upstream whose pattern is that of the name. */
export function matchUpstream(
  upstreams: readonly UpstreamSettings[],
  model: string,
): UpstreamSettings | undefined {
  return upstreams.find(({ pattern }) => {
    const parts = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`).test(model);
  });
}
