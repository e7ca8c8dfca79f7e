import type {
  AssistantPart,
  Entry,
  ModelMessage,
  ToolPart,
  ToolResultOutput,
  ToolResultPart,
} from '@everlong/core';
import { growthOf, toEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { renderLateResults } from './late-results.js';
import { MISSING_RESULT, renderExchange } from './render-exchange.js';

const entriesOf = (...messages: ModelMessage[]): Entry[] => toEntries(messages);

const call = (toolCallId: string, toolName = 'bash', input: unknown = {}): AssistantPart => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input,
});

const assistant = (...content: AssistantPart[]): ModelMessage => ({ role: 'assistant', content });

function result(toolCallId: string, output: ToolResultOutput | string = 'ok'): ToolResultPart {
  const value = typeof output === 'string' ? { type: 'text' as const, value: output } : output;
  return { type: 'tool-result', toolCallId, toolName: 'bash', output: value };
}

const tool = (...content: ToolPart[]): ModelMessage => ({ role: 'tool', content });

function render(messages: ModelMessage[], closed = true, earlier: string[] = []) {
  const { rendered, unanswered } = renderExchange(entriesOf(...messages), {
    model: undefined,
    closed,
    unanswered: new Set(earlier),
  });
  return { unanswered, rendered, messages: rendered.flatMap((entry) => entry.messages) };
}

interface CallParts {
  type: string;
  toolCallId?: string;
  toolName?: string;
}

function partsOf(messages: readonly ModelMessage[]): CallParts[] {
  return messages.flatMap((message): readonly CallParts[] =>
    typeof message.content === 'string' ? [] : message.content,
  );
}

const missing = (toolCallId: string) => ({
  type: 'tool-result',
  toolCallId,
  toolName: 'bash',
  output: { type: 'error-text', value: MISSING_RESULT },
});

describe('renderExchange', () => {
  it('sends a whole exchange as it is', () => {
    const log = [assistant(call('a'), call('b')), tool(result('a')), tool(result('b'))];
    const { messages, unanswered } = render(log);
    expect(messages).toEqual(log);
    expect(messages.every((message, index) => message === log[index])).toBe(true);
    expect(unanswered).toEqual([]);
  });

  it('adds error results for calls without one, behind the last reply', () => {
    const { messages, unanswered } = render([
      assistant(call('a'), call('b'), call('c')),
      tool(result('b')),
    ]);
    expect(unanswered).toEqual(['a', 'c']);
    expect(messages.slice(1)).toEqual([
      tool(result('b')),
      { role: 'tool', content: [missing('a'), missing('c')] },
    ]);
  });

  it('waits for results as long as the exchange is open', () => {
    const { messages, unanswered } = render([assistant(call('a'))], false);
    expect(messages).toHaveLength(1);
    expect(unanswered).toEqual(['a']);
  });

  it('leaves out a second result, and a result of another call', () => {
    const { rendered } = render([
      assistant(call('a')),
      tool(result('a', 'first'), result('ghost')),
      tool(result('a', 'again')),
    ]);
    expect(rendered.map((entry) => entry.disposition)).toEqual(['verbatim', 'verbatim', 'omitted']);
    expect(rendered[1]?.messages).toEqual([tool(result('a', 'first'))]);
  });

  it('pairs calls that share an id in the order they came', () => {
    const { messages, unanswered } = render([
      assistant(call('x'), call('x'), call('x')),
      tool(result('x', 'one'), result('x', 'two')),
    ]);
    expect(partsOf(messages).map((part) => part.toolCallId)).toEqual([
      'x',
      'x_2',
      'x_3',
      'x',
      'x_2',
      'x_3',
    ]);
    expect(partsOf(messages)[4]).toMatchObject({ output: { value: 'two' } });
    expect(unanswered).toEqual(['x']);
  });

  it('replaces ids and names that a provider refuses, alike in call and result', () => {
    const { messages } = render([
      assistant(call('call|1', 'mcp.server/tool'), call('', ''), call('x'.repeat(70))),
      tool(result('call|1'), result(''), result('x'.repeat(70))),
    ]);
    const parts = partsOf(messages);
    for (const { toolCallId, toolName } of parts) {
      expect(toolCallId).toMatch(/^[\w-]{1,40}$/);
      expect(toolName).toMatch(/^[\w-]{1,64}$/);
    }
    expect(parts.slice(0, 3).map(({ toolCallId }) => toolCallId)).toEqual(
      parts.slice(3).map(({ toolCallId }) => toolCallId),
    );
    expect(new Set(parts.map(({ toolCallId }) => toolCallId)).size).toBe(3);
  });

  it('makes inputs objects', () => {
    const { messages } = render([
      assistant(call('a', 'bash', 'ls'), call('b', 'bash', undefined), call('c', 'bash', [1])),
      tool(result('a'), result('b'), result('c')),
    ]);
    expect(partsOf(messages).slice(0, 3)).toMatchObject([
      { input: { input: 'ls' } },
      { input: {} },
      { input: { input: [1] } },
    ]);
  });

  it('says something in an error and nothing blank in a list of contents', () => {
    const { messages } = render([
      assistant(call('a'), call('b'), call('c')),
      tool(
        result('a', { type: 'error-text', value: ' ' }),
        result('b', { type: 'content', value: [{ type: 'text', text: '' }] }),
        result('c', {
          type: 'content',
          value: [
            { type: 'text', text: '\n' },
            { type: 'text', text: 'x' },
          ],
        }),
      ),
    ]);
    expect(partsOf(messages).slice(3)).toMatchObject([
      { output: { type: 'error-text', value: 'error' } },
      { output: { type: 'text', value: '' } },
      { output: { type: 'content', value: [{ type: 'text', text: 'x' }] } },
    ]);
  });

  it('does linear work with thousands of parallel calls', () => {
    const growth = growthOf(8000, (size) => {
      const ids = Array.from({ length: size }, (_, index) => `call-${index % (size / 2)}`);
      const { unanswered } = render([
        assistant(...ids.map((id) => call(id))),
        ...ids.toReversed().map((id) => tool(result(id))),
      ]);
      expect(unanswered).toEqual([]);
    });
    expect(growth).toBeLessThan(3);
  });
});

describe('approvals', () => {
  const request: AssistantPart = {
    type: 'tool-approval-request',
    approvalId: 'ok-1',
    toolCallId: 'a',
  };
  const response = (approved: boolean): ToolPart => ({
    type: 'tool-approval-response',
    approvalId: 'ok-1',
    approved,
  });

  it.each([true, false])('leaves a call open that the user has just decided on: %s', (approved) => {
    const log = [assistant(call('a'), request), tool(response(approved))];
    const { messages, unanswered } = render(log, false);
    expect(messages).toEqual(log);
    expect(unanswered).toEqual([]);
  });

  it('takes the result that follows the approval', () => {
    const log = [assistant(call('a'), request), tool(response(true)), tool(result('a'))];
    const { messages, unanswered } = render(log);
    expect(messages).toEqual(log);
    expect(unanswered).toEqual([]);
  });

  it('adds an error result when the conversation went on instead', () => {
    const { messages, unanswered } = render([assistant(call('a'), request), tool(response(true))]);
    expect(unanswered).toEqual(['a']);
    expect(messages.at(-1)).toEqual({ role: 'tool', content: [missing('a')] });
  });

  it('adds an error result for a call that was never decided on', () => {
    const { unanswered } = render([assistant(call('a'), request)], false);
    expect(unanswered).toEqual(['a']);
  });

  it('leaves out an answer that nobody asked for', () => {
    const { rendered } = render([assistant(call('a')), tool(response(true)), tool(result('a'))]);
    expect(rendered.map((entry) => entry.disposition)).toEqual(['verbatim', 'omitted', 'verbatim']);
  });

  it('renames the call in its approval request too', () => {
    const { messages } = render([
      assistant(call('a|1'), { ...request, toolCallId: 'a|1' }),
      tool(response(true)),
      tool(result('a|1')),
    ]);
    const ids = partsOf(messages).flatMap((part) => part.toolCallId ?? []);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^call_/);
  });
});

describe('results of earlier calls', () => {
  const note = { role: 'user', content: '[late result of an earlier call of bash]\n42 files' };

  it('follow the results of the exchange that they came in', () => {
    const { messages, rendered } = render(
      [assistant(call('b')), tool(result('a', '42 files')), tool(result('b'))],
      false,
      ['a'],
    );
    expect(messages).toEqual([assistant(call('b')), tool(result('b')), note]);
    expect(rendered[1]).toMatchObject({
      disposition: 'verbatim',
      reason: 'a result that came late',
    });
  });

  it('are taken out of a message that has a result of this exchange too', () => {
    const both = tool(result('a', '42 files'), result('b'));
    const { messages } = render([assistant(call('b')), both], false, ['a']);
    expect(messages).toEqual([assistant(call('b')), tool(result('b')), note]);
  });

  it('wait until the exchange has all of its results', () => {
    const begun = [assistant(call('b'), call('c')), tool(result('a', '42 files'))];
    expect(render(begun, false, ['a']).messages).toHaveLength(1);
    const { messages } = render(begun, true, ['a']);
    expect(messages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'user']);
    expect(messages.at(-1)).toEqual(note);
  });

  it('stay where they are when more come', () => {
    const begun = [assistant(call('b')), tool(result('a', '42 files')), tool(result('b'))];
    const first = render(begun, false, ['a', 'c']).messages;
    const next = render([...begun, tool(result('c', 'late too'))], false, ['a', 'c']).messages;
    expect(next.slice(0, first.length)).toEqual(first);
    expect(next).toHaveLength(first.length + 1);
  });

  it('are this exchange’s where it calls by that id again', () => {
    const { messages } = render([assistant(call('a')), tool(result('a'))], true, ['a']);
    expect(messages).toEqual([assistant(call('a')), tool(result('a'))]);
  });
});

describe('renderLateResults', () => {
  const late = (output: ToolResultOutput | string) => entriesOf(tool(result('a', output)))[0]!;

  it('marks a result whose call went out with an error result', () => {
    const { messages, disposition } = renderLateResults(late('42 files'), new Set(['a']));
    expect(disposition).toBe('verbatim');
    expect(messages).toEqual([
      { role: 'user', content: '[late result of an earlier call of bash]\n42 files' },
    ]);
  });

  it('says when it was an error', () => {
    const failed = late({ type: 'error-text', value: 'no such file' });
    const { messages } = renderLateResults(failed, new Set(['a']));
    expect(messages[0]?.content).toMatch(/^\[late error of/);
  });

  it('leaves out a result that no call waits for', () => {
    const { messages, disposition } = renderLateResults(late('x'), new Set());
    expect([messages, disposition]).toEqual([[], 'omitted']);
  });
});
