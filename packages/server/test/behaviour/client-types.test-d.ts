import type * as client from '@everlong/client';
import { expectTypeOf, it } from 'vitest';
import type { z } from 'zod';

import type {
  auditEventSchema,
  keySchema,
  keyWithSecretSchema,
  tenantSchema,
  usageSchema,
} from '../../src/schemas/admin-schemas.js';
import type { stoppedSchema } from '../../src/schemas/chat-schemas.js';
import type {
  compactionSchema,
  jobSchema,
  searchHitSchema,
  undoneSchema,
} from '../../src/schemas/context-schemas.js';
import type {
  forgottenSchema,
  learningsSchema,
  memoryEntitySchema,
  memoryHitsSchema,
  memorySchema,
  noteSchema,
  profileSchema,
} from '../../src/schemas/memory-schemas.js';
import type { sessionSchema } from '../../src/schemas/session-schemas.js';

it('has the types of the document', () => {
  expectTypeOf<client.Session>().toEqualTypeOf<z.infer<typeof sessionSchema>>();
  expectTypeOf<client.Memory>().toEqualTypeOf<z.infer<typeof memorySchema>>();
  expectTypeOf<client.MemoryHits>().toEqualTypeOf<z.infer<typeof memoryHitsSchema>>();
  expectTypeOf<client.MemoryEntity>().toEqualTypeOf<z.infer<typeof memoryEntitySchema>>();
  expectTypeOf<client.MemoryProfile>().toEqualTypeOf<z.infer<typeof profileSchema>>();
  expectTypeOf<client.Learnings>().toEqualTypeOf<z.infer<typeof learningsSchema>>();
  expectTypeOf<client.MemoryNote>().toEqualTypeOf<z.infer<typeof noteSchema>>();
  expectTypeOf<client.Forgotten>().toEqualTypeOf<z.infer<typeof forgottenSchema>>();
  expectTypeOf<client.ChatStopped>().toEqualTypeOf<z.infer<typeof stoppedSchema>>();
  expectTypeOf<client.Job>().toEqualTypeOf<z.infer<typeof jobSchema>>();
  expectTypeOf<client.SearchHit>().toEqualTypeOf<z.infer<typeof searchHitSchema>>();
  expectTypeOf<client.CompactionUndone>().toEqualTypeOf<z.infer<typeof undoneSchema>>();
  expectTypeOf<client.Compaction>().toMatchTypeOf<
    Omit<z.infer<typeof compactionSchema>, 'ranges'>
  >();
  expectTypeOf<client.Key>().toEqualTypeOf<z.infer<typeof keySchema>>();
  expectTypeOf<client.KeyWithSecret>().toEqualTypeOf<z.infer<typeof keyWithSecretSchema>>();
  expectTypeOf<client.Tenant>().toEqualTypeOf<z.infer<typeof tenantSchema>>();
  expectTypeOf<client.Usage>().toEqualTypeOf<z.infer<typeof usageSchema>>();
  expectTypeOf<client.AuditEvent>().toEqualTypeOf<z.infer<typeof auditEventSchema>>();
});
