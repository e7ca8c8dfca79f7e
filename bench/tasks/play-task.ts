import type { AssistantMessage, ModelMessage, ToolMessage } from '@everlong/core';
import type { ModelTokenizer } from '@everlong/tokenizer';

import { type Action, decide, isAnyRequest } from './agent.ts';
import { type CallCostMeter, createCallCostMeter } from './call-cost.ts';
import {
  type Conversation,
  type ConversationOptions,
  type NextRequest,
  openConversation,
} from './conversation.ts';
import { createView } from './request-view.ts';
import type { Task, Turn } from './task.ts';
import { runTool } from './world.ts';

export interface PlayOptions {
  policy: string;
  window: number;
  model: string;
  tokenizer: ModelTokenizer;
  /** Whether the agent has `history_search` and `history_expand`. */
  canSearch: boolean;
  /** The most calls of a model in the whole conversation. Default: no limit. */
  maxCalls?: number;
  /** Opens the conversation; default: as the named policy keeps it. */
  open?(options: ConversationOptions): Promise<Conversation>;
  /** Changes what the agent reads, for tests. */
  rewrite?(request: NextRequest, log: ReadonlySet<string>): NextRequest;
}

/** What came of one task under one policy. */
export interface Play {
  isSolved: boolean;
  /** By kind: what the tree's tests found, and actions that were wrong at once. */
  wrong: Record<string, number>;
  calls: number;
  decisiveCalls: number;
  searches: number;
  /** Calls for a file that the tree did not change since it was read last. */
  readAgain: number;
  /** Calls that change something and were carried out in an earlier turn, word for word. */
  actsAgain: number;
  usd: number;
  inputTokens: number;
  /** Tokens of the last request. */
  lastTokens: number;
}

/** The most calls within one turn: an agent that forgets its own steps would never end. */
const MAX_TURN_CALLS = 30;

/** Plays a task to its end, or to the limit of calls, and lets the tree's tests judge it. */
export async function playTask(task: Task, options: PlayOptions): Promise<Play> {
  const { tools } = task;
  const conversation = await (options.open ?? openConversation)({ ...options, tools });
  const play: Play = {
    isSolved: false,
    wrong: {},
    calls: 0,
    decisiveCalls: 0,
    searches: 0,
    readAgain: 0,
    actsAgain: 0,
    usd: 0,
    inputTokens: 0,
    lastTokens: 0,
  };
  const player: Player = {
    task,
    options,
    conversation,
    play,
    meter: createCallCostMeter(options.model, options.tokenizer),
    log: new Set(),
    lastRead: new Map(),
    acts: new Map(),
    turn: 0,
  };
  for (const turn of task.turns) {
    if (!(await playTurn(player, turn))) break;
  }
  await conversation.close();
  for (const kind of task.check(task.world)) addWrong(play, kind);
  const isFinished =
    play.wrong['out of calls'] === undefined && play.wrong['refused'] === undefined;
  play.isSolved = isFinished && task.check(task.world).length === 0;
  return play;
}

function addWrong(play: Play, kind: string): void {
  play.wrong[kind] = (play.wrong[kind] ?? 0) + 1;
}

/** One play while it goes on. */
interface Player {
  task: Task;
  options: PlayOptions;
  conversation: Conversation;
  play: Play;
  meter: CallCostMeter;
  /** What stands in the log, where somebody rewrites requests. */
  log: Set<string>;
  /** What a file held when it was read last. */
  lastRead: Map<string, string | undefined>;
  /** The turn in which each call was carried out first. */
  acts: Map<string, number>;
  turn: number;
}

/** Says what the user says and acts until the agent answers; false when it cannot go on. */
async function playTurn(player: Player, turn: Turn): Promise<boolean> {
  const { task, play, options } = player;
  player.turn++;
  turn.before?.(task.world);
  await append(player, { role: 'user', content: turn.text });
  for (let calls = 0; calls < MAX_TURN_CALLS; calls++) {
    if (play.calls >= (options.maxCalls ?? Infinity)) {
      addWrong(play, 'out of calls');
      return false;
    }
    const action = await nextAction(player, turn);
    if (action === undefined) return false;
    if (action.kind === 'answer') {
      await append(player, { role: 'assistant', content: action.text });
      return true;
    }
    const { tool, input } = action;
    const id = `call_${play.calls}`;
    await append(player, callMessage(id, tool, input));
    await append(player, resultMessage(id, tool, await carryOut(player, tool, input)));
  }
  addWrong(play, 'turn without end');
  await append(player, { role: 'assistant', content: 'I stop here.' });
  return true;
}

async function append(
  { conversation, log, options }: Player,
  message: ModelMessage,
): Promise<void> {
  if (options.rewrite !== undefined) log.add(JSON.stringify(message.content));
  await conversation.append(message);
}

/** What the agent does on the next request, which is billed; nothing where there is none. */
async function nextAction(player: Player, turn: Turn): Promise<Action | undefined> {
  const { task, options, conversation, play, log } = player;
  const request = await conversation.next().catch(() => undefined);
  if (request === undefined) {
    addWrong(play, 'refused');
    return undefined;
  }
  const { instructions, messages } = options.rewrite?.(request, log) ?? request;
  const view = createView(instructions, messages, {
    isRequest: (text) => isAnyRequest(text, task.skill),
    canSearch: options.canSearch,
  });
  const action = decide(view, task.skill);
  if (turn.isDecisive) play.decisiveCalls++;
  await bill(player, request, options.tokenizer.count(JSON.stringify(action)));
  return action;
}

async function bill(
  { conversation, play, meter }: Player,
  { headTokens, instructions, snapshots, messages, summaryUsage }: NextRequest,
  outputTokens: number,
): Promise<void> {
  const request = { messages, headTokens, headKey: instructions, snapshots, outputTokens };
  const { inputTokens, cachedTokens, usd } = meter.call(request);
  await conversation.bill(inputTokens, cachedTokens, outputTokens);
  play.calls++;
  play.usd += usd + (summaryUsage === undefined ? 0 : meter.summaryUsd(summaryUsage));
  play.inputTokens += inputTokens;
  play.lastTokens = inputTokens;
}

/** Does what a call says, and counts what was for nothing or wrong. */
async function carryOut(
  player: Player,
  tool: string,
  input: Record<string, string>,
): Promise<string> {
  const { task, conversation, play, lastRead, acts, turn } = player;
  if (tool.startsWith('history_')) {
    play.searches++;
    return conversation.lookBack(tool, input);
  }
  const { path = '' } = input;
  if (tool === 'read_file') {
    const content = task.world.files.get(path);
    if (lastRead.has(path) && lastRead.get(path) === content) play.readAgain++;
    lastRead.set(path, content);
  }
  if (!/^(?:read|find|run_tests)/.test(tool)) {
    const act = `${tool} ${JSON.stringify(input)}`;
    if ((acts.get(act) ?? turn) < turn) play.actsAgain++;
    else acts.set(act, turn);
  }
  const outcome = runTool(task.world, tool, input);
  if (outcome.wrong !== undefined) addWrong(play, outcome.wrong);
  return outcome.text;
}

function callMessage(id: string, tool: string, input: Record<string, string>): AssistantMessage {
  const { entries, from_line } = input;
  const given = {
    ...input,
    ...(entries === undefined ? {} : { entries: [Number(entries)] }),
    ...(from_line === undefined ? {} : { from_line: Number(from_line) }),
  };
  return {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: id, toolName: tool, input: given }],
  };
}

function resultMessage(id: string, tool: string, value: string): ToolMessage {
  const output = { type: 'text', value } as const;
  return {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: id, toolName: tool, output }],
  };
}
