export {
  type AiSdk6Body,
  type AiSdkBody,
  type AiSdkSchema,
  type AiSdkTool,
  type AiSdkUiWriteOptions,
  read,
  tools,
  usage,
  write,
  write6,
  writeUi,
} from './ai-sdk.js';
export type { AiSdkUiMessage, AiSdkUiPart } from './ui-message.js';
export type { IdOf } from './write-ui-messages.js';
export type { Loss, LossKind, WriteOptions } from '../messages/loss.js';
export type { MessageOrMessages, WriteRequest } from '../messages/write-request.js';
