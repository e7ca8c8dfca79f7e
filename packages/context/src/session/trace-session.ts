import type { SessionConfig } from '../config/session-config.js';
import type { Session } from '../session-work/session.js';
import type { PreparesRequests } from './write-bodies.js';
import { withSpan, sessionAttributes } from '../tracing.js';

type Untraced = Omit<Session, 'prepare'> & PreparesRequests;

/**
 * The session with spans around `prepare` and `recover`. The `gen_ai.*` names of all spans are
 * those of OpenTelemetry's GenAI conventions (github.com/open-telemetry/semantic-conventions-genai:
 * docs/gen-ai/gen-ai-spans.md and docs/registry/attributes/gen-ai.md, status Development), which
 * allow operations of one's own; what they have no name for is `everlong.*`.
 */
export function traceSession(session: Untraced, { policy }: SessionConfig): Untraced {
  const attributes = { ...sessionAttributes(session), 'everlong.policy': policy.name };
  return {
    ...session,

    prepare: (options) =>
      withSpan('prepare_request', attributes, async (note) => {
        const request = await session.prepare(options);
        const { state, plan, messages } = request;
        note(() => ({
          'everlong.decision': plan.decision.action,
          'everlong.epoch': state.epoch,
          'everlong.level': state.level,
          'everlong.messages': messages.length,
          'everlong.used_tokens': state.used.total,
          'everlong.input_budget_tokens': state.inputBudget,
          // By the convention `true` or absent.
          'gen_ai.conversation.compacted': state.lastCompaction === undefined ? undefined : true,
        }));
        return request;
      }),

    recover: (error) =>
      withSpan('recover_overflow', attributes, async (note) => {
        const result = await session.recover(error);
        note(() => ({
          'everlong.overflow': result.overflow,
          'everlong.retry': result.retry,
          'everlong.max_input_tokens': result.maxInputTokens,
        }));
        return result;
      }),
  };
}
