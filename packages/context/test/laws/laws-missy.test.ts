// The laws are in test/support/laws.ts; a file for each policy, so that workers share them.
import { describeLaws } from '../support/describe-laws.js';

describeLaws('missy');
