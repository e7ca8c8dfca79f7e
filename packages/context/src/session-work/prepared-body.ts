import type { Loss, SdkBodies, SdkFormat } from './sdk-formats.js';
import type { PreparedRequest } from '../request/describe-request.js';

/** A request in the shape of one SDK, with its gauge and its plan. */
export interface PreparedBody<Format extends SdkFormat = SdkFormat> extends Pick<
  PreparedRequest,
  'state' | 'plan'
> {
  /** Spread it into the SDK's call, with the model and the settings. */
  body: SdkBodies[Format];
  /** What the body does not say of the request. */
  losses: Loss[];
}
