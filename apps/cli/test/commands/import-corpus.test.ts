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
  if (path.endsWith('.md')) return text.split('\n').map((line) => ({ line }));
  if (path.endsWith('.json')) {
    const [document] = [JSON.parse(text) as Fields].flat();
    return items(document?.['messages'] ?? document?.['traj']);
  }
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

/** The instructions have no time of their own: they get that of the file. */
function untold(times: readonly string[], recorded: ReadonlySet<unknown>): string[] {
  return times.filter((time) => !recorded.has(time)).slice(1);
}

/** Messages of a chat API, with calls but no usage of their own. */
function chat(messages: Fields[]): Independent {
  const answers = messages.filter(({ role }) => role === 'assistant');
  return {
    prompts: answers.length,
    calls: answers.flatMap((each) => items(each['tool_calls'])).length,
    inputTokens: 0,
    outputTokens: 0,
    first: '',
  };
}

independent['kimi'] = chat;
independent['tau-bench'] = chat;
independent['cline'] = (messages) => {
  const answers = messages.filter(({ role }) => role === 'assistant');
  const blocks = answers.flatMap((each) => items(each['content']));
  const metrics = answers.map((each) => each['metrics']);
  const times = messages.map(({ ts }) => new Date(Number(ts)).toISOString());
  return {
    prompts: answers.length,
    calls: blocks.filter(({ type }) => type === 'tool_use').length,
    inputTokens: sum(metrics.map((each) => at(each, 'inputTokens'))),
    outputTokens: sum(metrics.map((each) => at(each, 'outputTokens'))),
    first: times.toSorted()[0] ?? '',
  };
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
      const isTimed = expected?.first !== '';
      const recorded = new Set(
        lines.map(
          ({ timestamp, ts }) =>
            timestamp ?? (Number.isNaN(Number(ts)) ? '' : new Date(Number(ts)).toISOString()),
        ),
      );
      if (isTimed) expect(untold(times, recorded)).toEqual([]);
      expect({
        prompts:
          tool === 'codex'
            ? usages.length
            : entries.filter(({ message }) => message.role === 'assistant').length,
        calls: calls.length,
        inputTokens: sum(usages.map(({ inputTokens }) => inputTokens)),
        outputTokens: sum(usages.map(({ outputTokens }) => outputTokens)),
        first: isTimed ? times.find((time) => recorded.has(time)) : '',
      }).toEqual(expected);
    },
  );

  test('aider: each chat is a session with the words of the user and the model', async () => {
    const cwd = temporaryFolder();
    const path = join(corpus, 'raw/aider/aider-afi-core.md');
    const { stdout } = await runCli(['import', path, '--json'], { cwd });
    const sessions = JSON.parse(stdout) as { id: string }[];
    const text = readFileSync(path, 'utf8');
    expect(sessions).toHaveLength(text.match(/^# aider chat started/gm)?.length ?? 0);
    const prompts = text.match(/^#### .*(?:\n#### .*)*/gm) ?? [];
    const said: unknown[] = [];
    for (const { id } of sessions) {
      const exported = await runCli(['sessions', '--export', id, '--json'], { cwd });
      for (const each of exported.stdout.trim().split('\n')) {
        const { message, metadata } = JSON.parse(each) as StoredEntry & { metadata: Fields };
        if (message.role === 'user' && metadata['origin'] === undefined) said.push(message.content);
      }
    }
    expect(said).toEqual(
      prompts.map((prompt) =>
        prompt
          .replaceAll(/^#### /gm, '')
          .replaceAll(/ {2}$/gm, '')
          .trim(),
      ),
    );
  });
});
