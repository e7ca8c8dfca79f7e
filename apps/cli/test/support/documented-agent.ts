import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The agent file that Supyagent's documentation prints. */
export const documentedAgent = `name: myagent
model:
  provider: anthropic/claude-sonnet-4-5-20250929

context:
  auto_summarize: true                  # Enable auto-summarization
  max_messages_before_summary: 30       # Trigger after N messages since last summary
  max_tokens_before_summary: 128000     # Trigger when total tokens exceed K
  min_recent_messages: 6                # Always include at least this many recent messages
  response_reserve: 4096                # Reserve tokens for the model's response
`;

/** Puts an agent's file, by default that one, where a chat with `myagent` finds it. */
export function writeDocumentedAgent(cwd: string, text = documentedAgent): void {
  mkdirSync(join(cwd, 'agents'), { recursive: true });
  writeFileSync(join(cwd, 'agents', 'myagent.yaml'), text);
}
