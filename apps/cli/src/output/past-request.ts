import type { Clamp, ExplainedRequest } from '@everlong/context';
import { messageText, type ModelMessage } from '@everlong/core';
import { encodeValue } from '@everlong/core/store-kit';
import { redactSecrets } from '@everlong/redaction';
import { formatGauge, type GaugeOptions } from './context-gauge.js';
import { formatNumber } from './format-number.js';
import { oneLine } from './plain-text.js';
import { planLines } from './plan-lines.js';

/** Characters of a message that its line shows. */
const excerptCharacters = 90;

/** A past request as lines: its gauge, how every entry was sent, and its messages. */
export function formatPastRequest(
  request: ExplainedRequest,
  atSeq: number,
  options: GaugeOptions,
): string[] {
  const { bold } = options.colors;
  const { plan, messages } = request;
  const entry = plan.explain(atSeq);
  return [
    bold(`Request at entry ${atSeq}`),
    ...originLines(request).map((line) => `  ${line}`),
    `  Decision: ${plan.decision.action} (${plan.decision.reason})`,
    ...plan.clamps.map((clamp) => `  ${clampLine(clamp)}`),
    '',
    ...formatGauge(request.state, options, 'past'),
    '',
    bold('Plan'),
    ...planLines(plan.ranges).map((line) => `  ${line}`),
    ...(entry === undefined
      ? [`  Entry ${atSeq} is the answer: it came later.`]
      : [`  Entry ${atSeq}: ${entry.disposition}, ${tokens(entry.tokens)} (${entry.reason})`]),
    ...(plan.additions.length === 0 ? [] : ['', bold('Besides the log')]),
    ...plan.additions.map(
      ({ name, tokens: size, reason }) => `  ${oneLine(name)}, ${tokens(size)}: ${oneLine(reason)}`,
    ),
    '',
    bold(`Messages (${messages.length})`),
    ...messages.map((message, index) => `  ${messageLine(message, index)}`),
  ];
}

/** The same as an object for JSON; bytes are encoded as in the stores. */
export function pastRequestObject(request: ExplainedRequest, atSeq: number): object {
  const { plan, messages, instructions, state, ...place } = request;
  const { policy, epoch, decision, clamps, ranges, additions } = plan;
  return {
    atSeq,
    ...place,
    instructions,
    messages: messages.map((message): unknown => JSON.parse(encodeValue(message))),
    state,
    plan: {
      policy,
      epoch,
      decision,
      clamps,
      ranges,
      additions,
      entry: plan.explain(atSeq) ?? null,
    },
  };
}

function originLines({
  entryCount,
  answerSeq,
  certain,
  inputsMatch,
  plan,
}: ExplainedRequest): string[] {
  const held = entryCount === 0 ? 'no entries' : `entries 0 to ${entryCount - 1}`;
  const answer = answerSeq === undefined ? 'not answered yet' : `answered by entry ${answerSeq}`;
  const lines = [`${answer}; the log held ${held}; epoch ${plan.epoch}, policy ${plan.policy}`];
  if (!certain && answerSeq !== undefined) {
    lines.push(
      'The log does not record this request itself; it is reconstructed from the recorded decisions.',
    );
  }
  if (!inputsMatch) {
    lines.push(
      "It was sent with other instructions or tools than this agent's; the log does not hold them.",
    );
  }
  return lines;
}

function clampLine({ name, wanted, given, reason }: Clamp): string {
  const why = reason === undefined ? '' : ` (${reason})`;
  return `Clamped: ${name}, ${formatNumber(wanted)} wanted, ${formatNumber(given)} given${why}`;
}

function messageLine(message: ModelMessage, index: number): string {
  const text = oneLine(redactSecrets(messageText(message)));
  const excerpt =
    text.length > excerptCharacters
      ? `${text.slice(0, excerptCharacters).toWellFormed()}… (${formatNumber(text.length)} characters)`
      : text;
  return `${String(index + 1).padStart(3)}  ${message.role.padEnd(9)}  ${excerpt}`;
}

function tokens(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'token' : 'tokens'}`;
}
