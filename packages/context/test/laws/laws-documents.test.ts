// The laws stand in test-support/laws.ts.
import { describeLaws } from '../support/describe-laws.js';

describeLaws(['supyagent', 'supyagent-sdk', 'missy', 'cowagent']);
