import { aiderFormat } from './aider.js';
import { aiSdkModelMessagesFormat } from './ai-sdk-model-messages.js';
import { aiSdkUiMessagesFormat } from './ai-sdk-ui-messages.js';
import { chatgptFormat } from './chatgpt.js';
import { claudeAiFormat } from './claude-ai.js';
import { claudeCodeFormat } from './claude-code.js';
import { clineFormat } from './cline.js';
import { codexFormat } from './codex.js';
import { everlongFormat } from './everlong.js';
import { geminiCliFormat } from './gemini-cli.js';
import { normalizedFormat } from './normalized.js';
import { openaiChatFormat } from './openai-chat.js';
import { opencodeFormat } from './opencode.js';
import { piFormat } from './pi.js';
import { anthropicFormat, langchainFormat, responsesFormat } from './sdk-bodies.js';
import { supyagentFormat } from './supyagent.js';
import type { TranscriptFormat } from '../entries/transcript.js';

/** All formats that can be read; of two that fit a file equally well, the first one reads it. */
export const transcriptFormats: readonly TranscriptFormat[] = [
  claudeCodeFormat,
  codexFormat,
  piFormat,
  geminiCliFormat,
  opencodeFormat,
  clineFormat,
  aiderFormat,
  chatgptFormat,
  claudeAiFormat,
  supyagentFormat,
  everlongFormat,
  aiSdkUiMessagesFormat,
  aiSdkModelMessagesFormat,
  normalizedFormat,
  openaiChatFormat,
  anthropicFormat,
  langchainFormat,
  responsesFormat,
];
