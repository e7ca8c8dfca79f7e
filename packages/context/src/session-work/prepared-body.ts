import type { Loss, SdkBodies, SdkFormat } from './sdk-formats.js';
import type { EntryLoss } from '../request/request-plan.js';
import type { PreparedRequest } from '../request/describe-request.js';

/** A request in the shape of one SDK, with its gauge and its plan. */
export interface PreparedBody<Format extends SdkFormat = SdkFormat> extends Pick<
  PreparedRequest,
  'state' | 'plan'
> {
  /** Spread it into the SDK's call, with the model and the settings. */
  body: SdkBodies[Format];
  /**
   * What the header `anthropic-beta` has to name for this body: for a summary of Anthropic's own, or
   * tools that change in mid-conversation. Empty for others.
   */
  betas: string[];
  /**
   * What the body does not carry, or carries differently: first what of the entries (`seq`) no
   * request to this model carries, then what this format does not carry of the messages.
   */
  losses: (EntryLoss | Loss)[];
}
