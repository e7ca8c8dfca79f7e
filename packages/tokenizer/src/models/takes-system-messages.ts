import { hasOffer } from './provider-offers.js';

/** Tells whether Anthropic's API takes `system` messages in mid-conversation for a model. */
export function takesSystemMessages(model: string | undefined): boolean {
  return hasOffer(model, 'system-messages');
}
