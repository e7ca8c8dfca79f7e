import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { corpus, hasCorpus } from '@everlong/testing/corpus';
import { describe, expect, test } from 'vitest';
import { runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

type Fields = Record<string, unknown>;

interface StoredEntry {
  createdAt: string;
  message: { role: string; content: unknown };
  usage?: { inputTokens: number; outputTokens: number };
}

/** What the lines of a recording say, by nothing but their own fields. */
interface Independent {
  prompts: number;
  calls: number;
  inputTokens: number;
  outputTokens: number;
  first: string;
}

function linesIn(path: string): Fields[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .replaceAll('}{"type"', '}\n{"type"')
    .split('\n')
    .filter(Boolean)
    .map((each) => JSON.parse(each) as Fields);
}

const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Fields | undefined)?.[key], value);
const sum = (values: readonly unknown[]): number =>
  values.reduce<number>((total, value) => total + (Number(value) || 0), 0);
const items = (value: unknown): Fields[] => (Array.isArray(value) ? (value as Fields[]) : []);

/** Reads a recording without the readers: each response by its id, with its last usage. */
const independent: Record<string, (lines: Fields[]) => Independent> = {
  'claude-code': (lines) => {
    const said = lines.filter(({ type }) => type === 'user' || type === 'assistant');
    const main = said.filter((each) => each['isSidechain'] !== true);
    const own = main.length > 0 ? main : said;
    const answers = new Map(
      own
        .filter(({ type }) => type === 'assistant')
        .map((each) => [at(each, 'message', 'id'), each]),
    );
    const usages = [...answers.values()].map((each) => at(each, 'message', 'usage'));
    const times = own.map(({ timestamp }) => String(timestamp)).toSorted();
    const input = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'];
    return {
      prompts: answers.size,
      calls: own
        .flatMap((each) => items(at(each, 'message', 'content')))
        .filter(({ type }) => type === 'tool_use').length,
      inputTokens: sum(usages.flatMap((usage) => input.map((key) => at(usage, key)))),
      outputTokens: sum(usages.map((usage) => at(usage, 'output_tokens'))),
      first: times[0] ?? '',
    };
  },
  codex: (lines) => {
    // The event comes again with the same total when something else has changed.
    const counts = new Map(
      lines
        .toReversed()
        .filter(
          (each) => at(each, 'payload', 'type') === 'token_count' && at(each, 'payload', 'info'),
        )
        .map((each) => [
          at(each, 'payload', 'info', 'total_token_usage', 'total_tokens'),
          at(each, 'payload', 'info', 'last_token_usage'),
        ]),
    );
    const responses = lines.filter(({ type }) => type === 'response_item');
    const calls = responses.filter((each) => String(at(each, 'payload', 'type')).endsWith('_call'));
    const times = lines
      .filter(({ type }) => type === 'response_item' || type === 'session_meta')
      .map(({ timestamp }) => String(timestamp))
      .toSorted();
    return {
      prompts: counts.size,
      calls: calls.length,
      inputTokens: sum([...counts.values()].map((usage) => at(usage, 'input_tokens'))),
      outputTokens: sum([...counts.values()].map((usage) => at(usage, 'output_tokens'))),
      first: times[0] ?? '',
    };
  },
  pi: (lines) => {
    const said = lines.filter(({ type }) => type === 'message');
    const answers = said.filter((each) => at(each, 'message', 'role') === 'assistant');
    const usages = answers.map((each) => at(each, 'message', 'usage'));
    const times = said.map(({ timestamp }) => String(timestamp)).toSorted();
    return {
      prompts: answers.length,
      calls: answers
        .flatMap((each) => items(at(each, 'message', 'content')))
        .filter(({ type }) => type === 'toolCall').length,
      inputTokens: sum(
        usages.flatMap((usage) =>
          ['input', 'cacheRead', 'cacheWrite'].map((key) => at(usage, key)),
        ),
      ),
      outputTokens: sum(usages.map((usage) => at(usage, 'output'))),
      first: times[0] ?? '',
    };
  },
};

describe.skipIf(!hasCorpus)('recorded sessions (EVERLONG_CORPUS names their folder)', () => {
  const files = Object.keys(independent).flatMap((tool) =>
    hasCorpus
      ? readdirSync(join(corpus, 'raw', tool)).map(
          (name) => [tool, join(corpus, 'raw', tool, name)] as const,
        )
      : [],
  );
  test.each(files)(
    '%s %s is stored with the counts, times and usage of its lines',
    async (tool, path) => {
      const cwd = temporaryFolder();
      expect(await runCli(['import', path], { cwd })).toMatchObject({ code: 0 });
      const listed = await runCli(['sessions', '--json'], { cwd });
      const main = (JSON.parse(listed.stdout) as Fields[]).find(
        ({ metadata }) => at(metadata, 'imported', 'file') === path,
      );
      const exported = await runCli(['sessions', '--export', String(main?.['id']), '--json'], {
        cwd,
      });
      const entries = exported.stdout
        .trim()
        .split('\n')
        .map((each) => JSON.parse(each) as StoredEntry);
      const calls = entries
        .flatMap(({ message }) => items(message.content))
        .filter(({ type }) => type === 'tool-call');
      const usages = entries.flatMap(({ usage = [] }) => usage);
      const times = entries.map(({ createdAt }) => createdAt).toSorted();
      const lines = linesIn(path);
      const expected = independent[tool]?.(lines);
      const recorded = new Set(lines.map(({ timestamp }) => String(timestamp)));
      expect(times.filter((time) => !recorded.has(time))).toEqual([]);
      expect({
        prompts:
          tool === 'codex'
            ? usages.length
            : entries.filter(({ message }) => message.role === 'assistant').length,
        calls: calls.length,
        inputTokens: sum(usages.map(({ inputTokens }) => inputTokens)),
        outputTokens: sum(usages.map(({ outputTokens }) => outputTokens)),
        first: times[0],
      }).toEqual(expected);
    },
  );
});
