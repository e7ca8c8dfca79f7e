import { toEntry } from '@everlong/core/store-kit';
import { expect, it } from 'vitest';

import { renderSaid, updateSaid } from '../sections/user-statements.js';
import { userAnswers } from './user-answers.js';

function resultOf(toolName: string, value: string, failed = false) {
  const output = { type: failed ? ('error-text' as const) : ('text' as const), value };
  const content = [{ type: 'tool-result' as const, toolCallId: 'call', toolName, output }];
  return toEntry({ id: 'a', message: { role: 'tool', content } }, 'session', 7);
}

const ANSWERED =
  'User has answered your questions: "Which formats?"="Also .tgz", "How deep?"="Two levels". ' +
  "You can now continue with the user's answers in mind.";
const APPROVED = 'User has approved your plan. You can now start coding.';
const REFUSED =
  "The user doesn't want to proceed with this tool use. The user provided the following reason " +
  'for the rejection:  use pnpm\nand commit';

it.each([
  ['AskUserQuestion', ANSWERED, false, ['Which formats?"="Also .tgz', 'How deep?"="Two levels']],
  ['request_user_input', '{"answers":["b"]}', false, ['{"answers":["b"]}']],
  ['ExitPlanMode', APPROVED, false, [APPROVED]],
  ['Bash', REFUSED, true, ['use pnpm']],
  ['AskUserQuestion', 'No such tool available', true, []],
  ['update_plan', 'Plan updated', false, []],
  ['Bash', 'The merge request was approved', false, []],
])('what %s gives: %j', (tool, text, failed, answers) => {
  expect(userAnswers(resultOf(tool, text, failed))).toEqual(answers);
});

it('is a decision of the user in a snapshot, verbatim', () => {
  const said = updateSaid([], [resultOf('AskUserQuestion', ANSWERED)]);
  const options = { maxTokens: 100, count: (text: string) => text.length / 4, visibleText: '' };
  expect(renderSaid(said, options).get('Key Decisions')).toEqual([
    '- the user said (#7): "Which formats?"="Also .tgz"',
    '- the user said (#7): "How deep?"="Two levels"',
  ]);
});
