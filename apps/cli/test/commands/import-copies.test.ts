import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entriesOf, line, sessionsIn, write } from '../support/claude-code-log.js';
import { runCli } from '../support/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

function answer(uuid: string, parentUuid: string, text: string, sessionId: string) {
  const usage = { input_tokens: 100, output_tokens: Number(uuid) };
  const content = [{ type: 'text', text }];
  const message = { id: `m-${uuid}`, role: 'assistant', content, usage };
  return line(uuid, parentUuid, text, { message, sessionId, requestId: `r-${uuid}` });
}

async function outputTokens(cwd: string): Promise<number> {
  let sum = 0;
  for (const { id } of await sessionsIn(cwd)) {
    for (const { usage } of await entriesOf(cwd, String(id))) sum += usage?.outputTokens ?? 0;
  }
  return sum;
}

test('a session that was resumed in a second file counts the usage of its copy once', async () => {
  const cwd = temporaryFolder();
  const history = (sessionId: string) => [
    line('1', null, 'Which colour', { sessionId }),
    answer('2', '1', 'It is red.', sessionId),
    line('3', '2', 'And the door', { sessionId }),
    answer('4', '3', 'Blue.', sessionId),
  ];
  write(join(cwd, 'first.jsonl'), history('first'));
  expect((await runCli(['import', 'first.jsonl'], { cwd })).code).toBe(0);
  const resumed = [
    ...history('second'),
    line('5', '4', 'And the roof', { sessionId: 'second' }),
    answer('6', '5', 'Grey.', 'second'),
  ];
  write(join(cwd, 'second.jsonl'), resumed);
  const { stderr } = await runCli(['import', '.'], { cwd });
  expect(stderr).toContain('1 begin with a copy of another: its usage counts there');
  const second = (await sessionsIn(cwd)).find(({ id }) => id === 'second');
  expect(second).toMatchObject({ metadata: { imported: { sharesWith: 'first' } } });
  expect(await outputTokens(cwd)).toBe(2 + 4 + 6);
  expect((await entriesOf(cwd, 'second'))[1]?.metadata['copied']).toMatchObject({
    from: 'first',
    usage: { outputTokens: 2 },
  });

  write(join(cwd, 'second.jsonl'), [...resumed, line('7', '6', 'Thanks', { sessionId: 'second' })]);
  const again = await runCli(['import', 'second.jsonl'], { cwd });
  expect(again.stderr).toContain('1 new message');
  expect(await outputTokens(cwd)).toBe(2 + 4 + 6);
});

test('a fork of Codex, whose copies have other times, too', async () => {
  const cwd = temporaryFolder();
  const rollout = (id: string, minute: string, turns: number, more: object = {}) => {
    const at = (type: string, payload: object) => ({
      timestamp: `2026-01-05T10:${minute}:00.000Z`,
      type,
      payload,
    });
    return [
      at('session_meta', { id, cwd: '/home/u/shop', ...more }),
      ...Array.from({ length: turns }, (_, turn) => turn + 1).flatMap((turn) => [
        at('response_item', {
          type: 'message',
          role: 'user',
          content: [{ type: 'input_text', text: `Question ${turn}` }],
        }),
        at('response_item', {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: `Answer ${turn}.` }],
        }),
        at('event_msg', {
          type: 'token_count',
          info: {
            total_token_usage: { total_tokens: turn * 110 },
            last_token_usage: { input_tokens: 100 + turn, output_tokens: 10 },
          },
        }),
      ]),
    ];
  };
  write(join(cwd, 'rollout-1.jsonl'), rollout('one', '00', 2));
  write(join(cwd, 'rollout-2.jsonl'), rollout('two', '30', 3, { forked_from_id: 'one' }));
  await runCli(['import', 'rollout-1.jsonl', 'rollout-2.jsonl'], { cwd });
  expect(await sessionsIn(cwd)).toHaveLength(2);
  expect(await outputTokens(cwd)).toBe(30);
});
