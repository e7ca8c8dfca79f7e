import type { SessionInfo, Store } from '@everlong/core';
import type { AgentSession } from '../chat/agent-session.js';
import type { CommandContext } from '../command-line/command-context.js';

/** What the command line may say instead of the session. */
export interface ChatChoice {
  model?: string;
  window?: number;
  policy?: string;
  keep?: string;
  agentsDir?: string;
}

/** A session with its agent, and whether what the agent sends is known. */
export interface OpenedSession extends AgentSession {
  isDescribed: boolean;
}

/** Opens a session with the settings that a chat would go on with. */
export async function openAsChat(
  store: Store,
  info: SessionInfo,
  { model, window, policy, keep, agentsDir }: ChatChoice,
  { cwd, environment }: CommandContext,
): Promise<OpenedSession> {
  const { findAgent, isDescribed, openAgentSession } = await import('../chat/agent-session.js');
  const { chatSettings } = await import('../setup/chat-settings.js');
  const { usualFolder, withSessionFolder } = await import('../setup/agent-file.js');
  const folders = [usualFolder, ...(agentsDir === undefined ? [] : [agentsDir])];
  const places = withSessionFolder({ cwd, folders }, info);
  const agent = await findAgent(info.agent, places, { optional: true });
  const flags = {
    ...(model === undefined ? {} : { model }),
    ...(window === undefined ? {} : { 'context.window': window }),
    ...(policy === undefined ? {} : { 'context.policy': policy }),
    ...(keep === undefined ? {} : { 'context.keep': keep }),
  };
  const { values } = await chatSettings({ cwd, environment, agent, session: info, flags });
  const opened = await openAgentSession({
    store,
    id: info.id,
    agent,
    // As the log has it: without its provider.
    model: values.model?.slice(values.model.indexOf('/') + 1),
    settings: values,
  });
  return { ...opened, isDescribed: isDescribed(agent) };
}
