import { describeChat } from './describe-chat.ts';

describeChat('ai 7');
