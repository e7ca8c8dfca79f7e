import type { InputChange, JsonObject } from '@everlong/core';
import { isSameName } from '@everlong/core/internal';
import { hasOffer } from '@everlong/tokenizer';

import type { MeasuredInputs } from '../request/measured-inputs.js';
import { toolList } from '../request/tool-list.js';
import type { SessionWork } from '../session-work/session-work.js';
import { changeInForce, takesChange } from '../state/changed-inputs.js';

/** What the next request is made with. */
export interface EffectiveInputs {
  /** Those of the epoch's prefix where the model takes what changed in mid-conversation. */
  measured: MeasuredInputs;
  /** What has to be said of the change, if that was not said yet. */
  change?: InputChange;
}

/** The inputs of an epoch whose instructions and tools may have changed behind its prefix. */
export function effectiveInputs(work: SessionWork, given: MeasuredInputs): EffectiveInputs {
  const { logs, config, measured: known } = work;
  const { current: state } = logs;
  const { inputs } = state;
  if (inputs === undefined || !isSameName(inputs.model, config.model)) return { measured: given };
  const [instructions = ''] = inputs.instructions.split('-');
  const epoch = { instructions, tools: inputs.tools };
  const now = changeInForce(state);
  if (state.inputBase === undefined && isMadeWith(given, epoch)) return { measured: given };
  const isKnown = known.isRemembered !== true && isMadeWith(known, epoch);
  const base = state.inputBase ?? (isKnown ? baseOf(known) : undefined);
  if (base === undefined) return { measured: given };
  const measured: MeasuredInputs = { ...work.measure(base), isBase: true };
  if (!isMadeWith(measured, epoch)) return { measured: given };
  if (isMadeWith(given, now ?? epoch)) return { measured };
  const change = changeTo(given, {
    base,
    before: now ?? { ...epoch, toolList: toolList(base.tools) },
  });
  const takes =
    hasOffer(config.model, 'system-messages') &&
    (change?.toolChanges === undefined || hasOffer(config.model, 'tool-changes'));
  if (change === undefined || !takes || !takesChange(state)) return { measured: given };
  return { measured, change };
}

function isMadeWith(
  { instructionsHash, toolsHash }: MeasuredInputs,
  { instructions, tools }: Pick<InputChange, 'instructions' | 'tools'>,
): boolean {
  return instructionsHash === instructions && toolsHash === tools;
}

function baseOf({ instructions, tools }: MeasuredInputs): InputChange['base'] {
  return { instructions, ...(tools === undefined ? {} : { tools: toolList(tools) }) };
}

/** What is said of a change; `undefined` where a tool changed that no message can define. */
function changeTo(
  given: MeasuredInputs,
  {
    base,
    before,
  }: { base: InputChange['base']; before: Pick<InputChange, 'instructions' | 'toolList'> },
): InputChange | undefined {
  const list = toolList(given.tools);
  const old = new Map(before.toolList.map((tool) => [tool['name'], JSON.stringify(tool)]));
  const added = list.filter((tool) => old.get(tool['name']) !== JSON.stringify(tool));
  const names = new Set(list.map(({ name }) => name));
  const removed = [...old.keys()].filter((name) => !names.has(name)).map(String);
  if (!areFunctions(given.tools, new Set(added.map(({ name }) => name)))) return undefined;
  const toolChanges: JsonObject[] = [
    ...removed.map((toolName) => ({ type: 'tool_removal', toolName })),
    ...added.map((tool) => ({ type: 'tool_addition', tool: { type: 'function', ...tool } })),
  ];
  const texts = [
    ...(given.instructionsHash === before.instructions
      ? []
      : [newInstructions(given.instructions)]),
    ...(removed.length === 0 ? [] : [`No longer available: ${removed.join(', ')}.`]),
    ...(added.length === 0 ? [] : [`Available from here on: ${namesOf(added)}.`]),
  ];
  return {
    instructions: given.instructionsHash,
    tools: given.toolsHash,
    toolList: list,
    base,
    text: texts.join('\n\n'),
    ...(toolChanges.length === 0 ? {} : { toolChanges }),
  };
}

function namesOf(tools: readonly JsonObject[]): string {
  return tools.map(({ name }) => (typeof name === 'string' ? name : '')).join(', ');
}

function newInstructions(instructions: string): string {
  return instructions === ''
    ? 'The instructions at the beginning of this conversation no longer hold.'
    : `These instructions replace those at the beginning of this conversation:\n\n${instructions}`;
}

/** Whether the named tools are functions: those that a provider runs or defines are not. */
function areFunctions(tools: unknown, names: ReadonlySet<unknown>): boolean {
  const list: [unknown, { name?: unknown; type?: unknown }][] = Array.isArray(tools)
    ? tools.map((tool: { name?: unknown }) => [tool.name, tool])
    : Object.entries((tools ?? {}) as Record<string, object>);
  const kinds = new Set<unknown>([undefined, 'function', 'custom', 'dynamic']);
  return list.every(([name, { type }]) => !names.has(name) || kinds.has(type));
}

/** What stands in the place of the `system` message where there is none, and is counted for it. */
export function noteOfChange({ text, toolChanges = [] }: InputChange): string {
  const definitions = toolChanges.map((change) => JSON.stringify(change));
  return ['[system note in the conversation]', text, ...definitions].join('\n');
}

/**
 * The tools to send for an epoch's prefix: the caller's own where they are unchanged, so that
 * nothing of them is lost.
 */
export function baseTools(given: unknown, { tools = [] }: InputChange['base']): object[] {
  const own = new Map(
    (Array.isArray(given) ? (given as { name?: unknown }[]) : []).map((tool) => [tool.name, tool]),
  );
  return tools.map((tool) => {
    const same = own.get(tool['name']);
    const [resolved] = same === undefined ? [] : toolList([same]);
    return same !== undefined && JSON.stringify(resolved) === JSON.stringify(tool) ? same : tool;
  });
}
