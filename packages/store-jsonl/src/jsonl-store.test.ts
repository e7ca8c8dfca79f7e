import { describeStoreContract } from '@everlong/store-contract';

import { createJsonlStore } from './jsonl-store.js';

describeStoreContract('createJsonlStore', {
  create: (directory) => createJsonlStore({ directory }),
  reopen: (directory) => createJsonlStore({ directory }),
});
