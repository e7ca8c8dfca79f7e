import { describe, expect, it } from 'vitest';

// @boundaries-ignore the scripted provider of the command line's tests
import type { Reply } from '../apps/cli/test/support/openai-server.ts';
import { describeChatRoute } from './describe-chat-route.ts';
import { type ScriptedProvider, useScriptedProvider } from './scripted-provider.ts';

const call = (id: string, name: string, input: object): Reply => ({
  toolCalls: [{ id, name, input }],
});

/** The examples of the AI SDK, with whichever version of it is loaded. */
export function describeExamples(version: string): void {
  const provider = useScriptedProvider();

  describe(`the examples with ${version}`, () => {
    loopExamples(provider);
    customExamples(provider);
  });

  describeChatRoute(version, provider);
}

/** Those that call a model in turns. */
function loopExamples(provider: ScriptedProvider): void {
  // promise: any-12
  it('plain-loop: goes through compactions and finds the first page again', async () => {
    const { printed, requests } = await provider.run(() => import('./plain-loop.ts'), {
      text: ['Noted.'],
    });
    expect(requests).toHaveLength(12);
    expect(printed).toContain('"disposition":"summarized"');
    expect(printed).toMatch(/"seq":0.*1001/);
    expect(Number(/epoch (\d+)\n\{/.exec(printed)?.[1])).toBeGreaterThan(0);
  });

  it('remember: the second session is sent what the first one said', async () => {
    const { printed, requests } = await provider.run(
      () => import('./remember.ts'),
      call('1', 'memory_write', { subject: 'heron', predicate: 'port', object: '4711' }),
      { text: ['Noted.'] },
    );
    expect(requests).toHaveLength(3);
    const sent = JSON.stringify(requests[2]?.body.messages);
    expect(sent).toMatch(/The port of heron is 4711/);
    expect(sent).toContain('session monday');
    expect(printed).toContain('heron · port · 4711');
  });

  it('stream-with-tools: streams, calls the tool, and sends the first turn again', async () => {
    const { printed, requests } = await provider.run(
      () => import('./stream-with-tools.ts'),
      call('1', 'weather', { city: 'Bern' }),
      { text: ['It ', 'rains.'] },
      { text: ['Yes.'] },
    );
    expect(printed).toContain('It rains.\nYes.\n');
    expect(printed).toContain('5 assistant');
    const roles = requests.at(-1)?.body.messages.map(({ role }) => role);
    expect(roles).toEqual(['developer', 'user', 'assistant', 'tool', 'assistant', 'user']);
  });

  // promise: any-12
  it('tool-loop-agent: every step fits, however many pages it reads', async () => {
    const calls = Array.from({ length: 20 }, (_, page) =>
      call(`page-${page}`, 'read_page', { page }),
    );
    const { printed, requests } = await provider.run(
      () => import('./tool-loop-agent.ts'),
      ...calls,
      {
        text: ['Work.'],
      },
    );
    expect(requests).toHaveLength(21);
    expect(printed).toContain('Work.\n21 steps');
    for (const { body } of requests) {
      expect(JSON.stringify(body.messages).length).toBeLessThan(4 * 4000);
    }
  });
}

/** Those that bring a part of their own. */
function customExamples(provider: ScriptedProvider): void {
  it('custom-store: counts what is kept', async () => {
    const { printed } = await provider.run(() => import('./custom-store.ts'), {
      text: ['Because.'],
    });
    const counts = JSON.parse(printed) as Record<string, number>;
    expect(counts).toMatchObject({ entries: 20, inputs: 1 });
    expect(counts['compaction']).toBeGreaterThan(0);
  });

  it('custom-policy: starts afresh when half is full', async () => {
    const { printed } = await provider.run(() => import('./custom-policy.ts'), {
      text: ['Because.'],
    });
    expect(printed).toContain('epoch 0: 1 messages, there is room');
    expect(printed).toMatch(/epoch [1-9]: \d+ messages, more than half is full/);
  });
}
