import { expect, it } from 'vitest';

import { openApiOf } from '../support/check-answer.js';
import { type ApiDocument, clientApi } from '../support/client-api.js';
import { createTestServer } from '../support/test-server.js';

it('gives the client the types and operations of the document', async () => {
  const { server } = await createTestServer();
  const document = (await openApiOf(server)) as unknown as ApiDocument;
  await expect(clientApi(document)).toMatchFileSnapshot('../../../client/src/api.ts');
});
