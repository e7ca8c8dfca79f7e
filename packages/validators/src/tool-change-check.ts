import { type Fields, isFields, listOf, violationsOf } from './request-body.js';
import { seen } from './rule-source.js';
import type { Violation } from './violation.js';

const PAGE =
  'https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages';
const NOVEMBER = '2026-11-23';

/** The header value of tools that are changed by reference or by definition. */
export const INLINE_TOOLS_BETA = 'inline-tools-2026-09-15';
const BY_REFERENCE = 'mid-conversation-tool-changes-2026-07-01';

/** The rules of `validateToolChanges`. */
export const anthropicToolChangeRules = {
  /** A request whose messages change its tools names a beta; a definition the later one. */
  'anthropic/tool-change-beta': seen(NOVEMBER, `${PAGE}#mid-conversation-tool-changes`),
  /** Tools added or removed by name are declared, in `tools` or in a message before. */
  'anthropic/tool-change-declared': seen(NOVEMBER, `${PAGE}#mid-conversation-tool-changes`),
  /** A message for one turn changes no tools. */
  'anthropic/tool-change-scoped': seen(NOVEMBER, `${PAGE}#turn-scoped-system-messages`),
} as const;

type Rule = keyof typeof anthropicToolChangeRules | 'anthropic/body-object';

/** Violations that the API would refuse in the tool changes of a request with these betas. */
export function validateToolChanges(body: unknown, betas: string): Violation[] {
  return violationsOf<Rule>(body, 'anthropic/body-object', (fields, report) => {
    const known = new Set(listOf(fields.tools).map((tool) => (isFields(tool) ? tool.name : null)));
    for (const { change, path, message } of changesOf(fields)) {
      const tool = isFields(change.tool) ? change.tool : {};
      const defines = tool.type === 'tool_definition';
      if (!betas.includes(INLINE_TOOLS_BETA) && (defines || !betas.includes(BY_REFERENCE))) {
        report('anthropic/tool-change-beta', path, `requires anthropic-beta: ${INLINE_TOOLS_BETA}`);
      }
      if (message.clear_at === 'next_user_message') {
        const text =
          "a turn-scoped system message supports text blocks only (clear_at: 'next_user_message')";
        report('anthropic/tool-change-scoped', path, text);
      }
      const name = defines && isFields(tool.definition) ? tool.definition.name : tool.name;
      if (defines) known.add(name);
      else if (tool.type === 'tool_reference' && !known.has(name)) {
        report('anthropic/tool-change-declared', path, 'tool_reference_unresolved');
      }
    }
  });
}

function changesOf(body: Fields): { change: Fields; path: string; message: Fields }[] {
  return listOf(body.messages).flatMap((message, index) =>
    isFields(message) && message.role === 'system'
      ? listOf(message.content).flatMap((block, place) =>
          isFields(block) && /^tool_(?:addition|removal)$/.test(String(block.type))
            ? [{ change: block, path: `messages.${index}.content.${place}`, message }]
            : [],
        )
      : [],
  );
}
