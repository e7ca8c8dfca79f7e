import { type Fields, isFields, listOf, violationsOf } from './request-body.js';
import { seen, unverified } from './rule-source.js';
import type { Violation } from './violation.js';

const PAGES = 'https://platform.claude.com/docs/en/build-with-claude';
const NOVEMBER = '2026-11-23';

/** The header value of compaction on demand, and of every request that carries its block. */
export const COMPACTION_BETA = 'compact-2026-09-04';

/** The rules of `createCompactionCheck`, which needs to know which blocks were written before. */
export const anthropicCompactionRules = {
  /** A request for a summary, and every later one that carries its block, names the beta. */
  'anthropic/compaction-beta': seen(NOVEMBER, `${PAGES}/compaction-on-demand#errors`),
  /** A request for a summary has no context management, stop sequences, forced tool or format. */
  'anthropic/compaction-settings': seen(
    NOVEMBER,
    `${PAGES}/compaction-on-demand#request-a-summary`,
  ),
  /** The rest of a task budget goes neither with a request for a summary nor with a block. */
  'anthropic/compaction-budget': seen(
    NOVEMBER,
    `${PAGES}/compaction-on-demand#how-it-fits-with-the-rest-of-the-api`,
  ),
  /** A summarized span does not end in a call without its result. */
  'anthropic/compaction-open-call': seen(NOVEMBER, `${PAGES}/compaction-keep-recent-turns`),
  /** There is something of the user or the assistant to summarize. */
  'anthropic/compaction-nothing': seen(NOVEMBER, `${PAGES}/compaction-on-demand#errors`),
  /** A signed block comes before everything else in `messages`. */
  'anthropic/compaction-first': seen(
    NOVEMBER,
    `${PAGES}/compaction-on-demand#continue-from-the-summary`,
  ),
  /** A request carries one signed block, and no other beside it. */
  'anthropic/compaction-once': seen(
    NOVEMBER,
    `${PAGES}/compaction-on-demand#continue-from-the-summary`,
  ),
  /** A signed block goes back as it came: its text, its signature and no further field. */
  'anthropic/compaction-unchanged': seen(NOVEMBER, `${PAGES}/compaction-on-demand#errors`),
  /** A threshold is of input tokens, at least 50,000 of them. */
  'anthropic/compaction-threshold': seen(NOVEMBER, `${PAGES}/compaction-threshold#parameters`),
  /** Compaction by a threshold and a signed block do not go together. */
  'anthropic/compaction-one-kind': seen(
    NOVEMBER,
    `${PAGES}/compaction-on-demand#how-it-fits-with-the-rest-of-the-api`,
  ),
  /** Context editing names its beta. The words of the refusal are shown on no page. */
  'anthropic/context-editing-beta': unverified(`${PAGES}/context-editing`),
} as const;

type Rule = keyof typeof anthropicCompactionRules | 'anthropic/body-object';

/** Judges requests that ask for a summary of Anthropic's, or carry one. */
export interface CompactionCheck {
  /** Keeps a block that the API returned. */
  wrote(block: unknown): void;
  /** Violations that the API would refuse in a request with these values of `anthropic-beta`. */
  validate(body: unknown, betas: string): Violation[];
}

/** A check that knows no block yet. */
export function createCompactionCheck(): CompactionCheck {
  const written = new Map<string, Fields>();
  return {
    wrote(block) {
      if (isFields(block)) written.set(String(block.signature), block);
    },
    validate: (body, betas) =>
      violationsOf<Rule>(body, 'anthropic/body-object', (fields, refuse) => {
        if (fields.compaction !== undefined) checkRequest(fields, betas, refuse);
        checkManagement(fields, betas, refuse);
        checkBlocks(fields, betas, written, refuse);
      }),
  };
}

type Refuse = (rule: Rule, path: string, text: string) => void;

function checkRequest(body: Fields, betas: string, refuse: Refuse): void {
  if (!betas.includes(COMPACTION_BETA)) {
    refuse(
      'anthropic/compaction-beta',
      'compaction',
      `requires anthropic-beta: ${COMPACTION_BETA}`,
    );
  }
  const output = isFields(body.output_config) ? body.output_config : {};
  const choice = isFields(body.tool_choice) ? String(body.tool_choice.type) : '';
  const others = Object.entries({
    context_management: body.context_management,
    stop_sequences: body.stop_sequences,
    'output_config.format': output.format,
    tool_choice: /^(?:any|tool)$/.test(choice) ? choice : undefined,
  }).filter(([, value]) => value !== undefined);
  for (const [path] of others) {
    refuse('anthropic/compaction-settings', path, 'cannot be combined with `compaction`');
  }
  const said = listOf(body.messages).flatMap((message) => (isFields(message) ? [message] : []));
  const last = said.findLast(({ role }) => role !== 'system');
  if (last === undefined) {
    refuse('anthropic/compaction-nothing', 'messages', 'there is nothing to summarize');
  }
  const calls = listOf(last?.content).some((block) => isFields(block) && block.type === 'tool_use');
  if (last?.role === 'assistant' && calls) {
    refuse('anthropic/compaction-open-call', 'messages', 'the last call has no result yet');
  }
}

function checkManagement(body: Fields, betas: string, refuse: Refuse): void {
  const edits = isFields(body.context_management) ? listOf(body.context_management.edits) : [];
  edits.forEach((edit, index) => {
    if (!isFields(edit)) return;
    const path = `context_management.edits.${index}`;
    if (edit.type !== 'compact_20260112') {
      if (!betas.includes('context-management-2025-06-27')) {
        refuse('anthropic/context-editing-beta', path, 'the beta of context editing is not named');
      }
      return;
    }
    if (!betas.includes('compact-2026-01-12')) {
      refuse('anthropic/compaction-beta', path, 'requires anthropic-beta: compact-2026-01-12');
    }
    const { type, value } = isFields(edit.trigger)
      ? edit.trigger
      : { type: 'input_tokens', value: 150_000 };
    if (type !== 'input_tokens' || !(Number(value) >= 50_000)) {
      refuse('anthropic/compaction-threshold', `${path}.trigger`, 'at least 50,000 input tokens');
    }
    if (blocksOf(body).some(({ block }) => 'signature' in block)) {
      refuse('anthropic/compaction-one-kind', path, 'the request carries a signed block');
    }
  });
}

function checkBlocks(
  body: Fields,
  betas: string,
  written: ReadonlyMap<string, Fields>,
  refuse: Refuse,
): void {
  const blocks = blocksOf(body);
  const signed = blocks.filter(({ block }) => 'signature' in block);
  if (signed.length > 0 && blocks.length > 1) {
    refuse('anthropic/compaction-once', 'messages', `${blocks.length} compaction blocks, not one`);
  }
  const output = isFields(body.output_config) ? body.output_config : {};
  const budget = isFields(output.task_budget) ? output.task_budget : {};
  if (budget.remaining !== undefined && (signed.length > 0 || body.compaction !== undefined)) {
    refuse('anthropic/compaction-budget', 'output_config.task_budget.remaining', 'is not taken');
  }
  for (const { block, path, isFirst } of signed) {
    if (!betas.includes(COMPACTION_BETA)) {
      refuse('anthropic/compaction-beta', path, 'compaction is not an expected type of block');
    }
    if (!isFirst) {
      refuse('anthropic/compaction-first', path, 'messages remain in front of the block');
    }
    const made = written.get(String(block.signature));
    const { cache_control: _marker, ...fields } = block;
    const extra = Object.keys(fields).find((key) => made !== undefined && !(key in made));
    if (extra !== undefined) {
      refuse(
        'anthropic/compaction-unchanged',
        `${path}.compaction.${extra}`,
        'Extra inputs are not permitted',
      );
    } else if (
      made === undefined ||
      JSON.stringify(made.content) !== JSON.stringify(block.content)
    ) {
      const what = made === undefined ? 'signature' : 'content';
      refuse('anthropic/compaction-unchanged', `${path}.${what}`, `the ${what} was changed`);
    }
  }
}

function blocksOf(body: Fields): { block: Fields; path: string; isFirst: boolean }[] {
  return listOf(body.messages).flatMap((message, index) =>
    listOf(isFields(message) ? message.content : undefined).flatMap((block, place) =>
      isFields(block) && block.type === 'compaction'
        ? [{ block, path: `messages.${index}.content.${place}`, isFirst: index + place === 0 }]
        : [],
    ),
  );
}
