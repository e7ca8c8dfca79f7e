import { expect, it } from 'vitest';

import {
  type anthropicCompactionRules,
  COMPACTION_BETA,
  createCompactionCheck,
} from './compaction-check.js';
import {
  type anthropicToolChangeRules,
  INLINE_TOOLS_BETA,
  validateToolChanges,
} from './tool-change-check.js';

type Fields = Record<string, unknown>;

const user = { role: 'user', content: 'x' };
const asks = { compaction: { type: 'summarize' } };
const removal = (tool: Fields, more: Fields = {}): Fields => ({
  messages: [user, { role: 'system', content: [{ type: 'tool_removal', tool }], ...more }],
  tools: [{ name: 'a' }],
});
const reference = (name: string) => ({ type: 'tool_reference', name });

it.each<[keyof typeof anthropicCompactionRules, Fields, string]>([
  ['anthropic/compaction-nothing', { ...asks, messages: [] }, COMPACTION_BETA],
  [
    'anthropic/compaction-open-call',
    { ...asks, messages: [user, { role: 'assistant', content: [{ type: 'tool_use', id: 'a' }] }] },
    COMPACTION_BETA,
  ],
  [
    'anthropic/context-editing-beta',
    { messages: [user], context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] } },
    '',
  ],
])('%s is refused, and nothing else', (rule, body, betas) => {
  const found = createCompactionCheck().validate(body, betas);
  expect(found.map((violation) => violation.rule)).toEqual([rule]);
});

it.each<[keyof typeof anthropicToolChangeRules, Fields, string]>([
  ['anthropic/tool-change-beta', removal(reference('a')), ''],
  ['anthropic/tool-change-declared', removal(reference('b')), INLINE_TOOLS_BETA],
  [
    'anthropic/tool-change-scoped',
    removal(reference('a'), { clear_at: 'next_user_message' }),
    INLINE_TOOLS_BETA,
  ],
])('%s is refused, and nothing else', (rule, body, betas) => {
  const found = validateToolChanges(body, betas);
  expect(found.map((violation) => violation.rule)).toEqual([rule]);
  expect(validateToolChanges(removal(reference('a')), INLINE_TOOLS_BETA)).toEqual([]);
});
