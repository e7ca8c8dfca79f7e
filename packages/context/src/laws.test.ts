// The laws stand in test-support/laws.ts.
import { describeLaws } from '../test-support/describe-laws.js';

describeLaws(['everlong', 'newest']);
