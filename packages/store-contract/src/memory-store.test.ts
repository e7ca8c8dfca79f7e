import { createMemoryStore } from '@everlong/core';

import { describeStoreContract } from './describe-store-contract.js';

describeStoreContract('createMemoryStore', { create: () => createMemoryStore() });
