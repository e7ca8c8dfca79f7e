import { join } from 'node:path';

import { describeMemoryIndexContract } from '@everlong/store-contract';

import { createSqliteMemoryIndex } from '../../src/index.js';

describeMemoryIndexContract('createSqliteMemoryIndex', {
  open: (directory) => createSqliteMemoryIndex({ path: join(directory, 'memory.db') }),
});
