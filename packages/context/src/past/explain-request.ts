import type { Store } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';

import { findRequest, type RequestPlace } from './find-request.js';
import type { PolicyDecision } from '../policies/policy.js';
import { isPolicyName } from '../presets/create-policy.js';
import { askPolicy, deferred } from '../request/decide.js';
import { describeRequest } from '../request/describe-request.js';
import { viewRequest } from '../request/request-view.js';
import { changedInput } from '../request/epoch-inputs.js';
import {
  createInputMeter,
  type MeasuredInputs,
  rememberedInputs,
} from '../request/measured-inputs.js';
import { resolveConfig, type SessionConfig } from '../config/session-config.js';
import type { SessionOptions } from '../config/session-options.js';
import type { ExplainedRequest } from '../session-work/call-results.js';
import type { ExplainOptions } from '../session-work/call-options.js';
import { changeInForce } from '../state/changed-inputs.js';
import { loadState } from '../state/load-state.js';
import { type SessionState } from '../state/session-state.js';

const KEPT = { action: 'keep', reason: 'no compaction is on record for this request' } as const;

/** Rebuilds a past request from the logs as they were then; decides and records nothing. */
export async function explainRequest(
  options: SessionOptions,
  sessionId: string,
  { atSeq, instructions = '', tools }: ExplainOptions,
): Promise<ExplainedRequest> {
  const place = await findRequest(options.store, sessionId, atSeq);
  const { config, state } = await stateAt(options, sessionId, place);
  const given = createInputMeter(config.tokenizer)(instructions, tools);
  const { inputBase } = state;
  const meter = createInputMeter(config.tokenizer);
  const base =
    inputBase === undefined
      ? undefined
      : { ...meter(inputBase.instructions, inputBase.tools), isBase: true as const };
  const inputsMatch =
    inputBase === undefined
      ? changedInput(given, state, state.inputs?.model) === undefined
      : isInForce(given, state);
  const measured =
    base ?? (inputsMatch || state.inputs === undefined ? given : rememberedInputs(state.inputs));
  const { entries, answerSeq, certain } = place;
  const compacted = await decisionAt(config.store, sessionId, place);
  const view = viewRequest({ state, config, measured });
  const verdict = askPolicy(view);
  // The policy decides the same for the same state, so its decision counts only for a known state.
  const known = certain && inputsMatch ? keptFor(verdict.decision) : KEPT;
  const kept = answerSeq === undefined ? verdict.decision : known;
  return {
    ...describeRequest(view, verdict, compacted ?? kept),
    entryCount: entries,
    ...(answerSeq === undefined ? {} : { answerSeq }),
    certain,
    inputsMatch,
  };
}

/** Whether these instructions and tools are those that were said last. */
function isInForce({ instructionsHash, toolsHash }: MeasuredInputs, state: SessionState): boolean {
  const now = changeInForce(state);
  return now?.instructions === instructionsHash && now.tools === toolsHash;
}

/** Why a request for which nothing was compacted was left as it was. */
function keptFor(decision: PolicyDecision): ExplainedRequest['plan']['decision'] {
  return decision.action === 'keep' ? decision : deferred(decision);
}

/** The state as it was, with the model, the window and the policy of the request. */
async function stateAt(
  options: SessionOptions,
  sessionId: string,
  place: RequestPlace,
): Promise<{ config: SessionConfig; state: SessionState }> {
  const config = await resolveConfig(options);
  const logs = logsAt(config.store, place);
  const state = await loadState(logs, sessionId, config);
  const then = await configOf(options, config, { ...place, inputs: state.inputs });
  if (then === config) return { config, state };
  return { config: then, state: await loadState(logs, sessionId, then) };
}

/** The configuration with the model, the window and the policy that the request was for. */
async function configOf(
  options: SessionOptions,
  now: SessionConfig,
  { inputs, window, policy }: { inputs: SessionState['inputs'] } & RequestPlace,
): Promise<SessionConfig> {
  const { model: _now, ...others } = withPolicy(options, now, policy);
  const model = inputs === undefined ? now.model : inputs.model;
  const ofModel = { ...others, ...definedFields({ model }) };
  const isOther = model !== now.model || others.policy !== options.policy;
  const config = isOther ? await resolveConfig(ofModel) : now;
  if (window === undefined || window === config.window) return config;
  return resolveConfig({ ...ofModel, contextWindow: window, modelWindow: window });
}

/** With the preset of that name, if the session has another policy now. */
function withPolicy(
  options: SessionOptions,
  now: SessionConfig,
  policy: string | undefined,
): SessionOptions {
  if (policy === now.policy.name || !isPolicyName(policy)) return options;
  // These settings were chosen for today's policy; the other one may refuse them.
  const { keep: _dial, ...others } = options;
  const {
    keep: _place,
    softThreshold: _soft,
    hardThreshold: _hard,
    ...budget
  } = options.budget ?? {};
  return { ...others, policy, budget };
}

/** The logs as long as they were then. */
function logsAt(store: Store, { entries, records }: RequestPlace): Store {
  return {
    ...store,
    getSession: (id) => store.getSession(id),
    read: (id, { to = Infinity, ...range } = {}) =>
      store.read(id, { ...range, to: Math.min(to, entries - 1) }),
    readRecords: (id, { to = Infinity, ...range } = {}) =>
      store.readRecords(id, { ...range, to: Math.min(to, records - 1) }),
  };
}

/** The first compaction that was made for the request: what the policy, or the limit, decided. */
async function decisionAt(
  store: Store,
  sessionId: string,
  { entries, records, since, certain }: RequestPlace,
): Promise<ExplainedRequest['plan']['decision'] | undefined> {
  if (certain && since === undefined) return undefined;
  const from = since ?? 0;
  for await (const record of store.readRecords(sessionId, { from, to: records - 1 })) {
    if (record.type !== 'compaction' || record.throughSeq !== entries - 1) continue;
    return { action: record.kind, reason: record.reason };
  }
  return undefined;
}
