import { aiSdkModelMessagesFormat } from './ai-sdk-model-messages.js';
import { aiSdkUiMessagesFormat } from './ai-sdk-ui-messages.js';
import { claudeCodeFormat } from './claude-code.js';
import { codexFormat } from './codex.js';
import { everlongFormat } from './everlong.js';
import { normalizedFormat } from './normalized.js';
import { openaiChatFormat } from './openai-chat.js';
import { piFormat } from './pi.js';
import { supyagentFormat } from './supyagent.js';
import type { TranscriptFormat } from '../entries/transcript.js';

/** All formats that can be read; of two that fit a file equally well, the first one reads it. */
export const transcriptFormats: readonly TranscriptFormat[] = [
  claudeCodeFormat,
  codexFormat,
  piFormat,
  supyagentFormat,
  everlongFormat,
  aiSdkUiMessagesFormat,
  aiSdkModelMessagesFormat,
  normalizedFormat,
  openaiChatFormat,
];
