import {
  ConfigError,
  CorruptRecordError,
  SessionNotFoundError,
  type Store,
  StoreConflictError,
} from '@everlong/core';
import { expect } from 'vitest';

import type { ContractGroup } from './contract-rules.js';
import { expectError } from '../expectations/expect-error.js';
import { compaction } from '../samples/sample-records.js';
import { callsOn } from '../samples/calls-on.js';
import { listIds, readTexts, say } from '../samples/samples.js';

async function fill(store: Store, id: string, text: string): Promise<string> {
  await store.createSession({ id, agent: 'agent' });
  await store.append(id, [say(text, { id: 'one' })]);
  await store.appendRecord(id, compaction(3));
  return store.putMedia(id, new Uint8Array([1, 2, 3]), 'image/png');
}

/** Data of one tenant are neither seen nor noticed by another. */
export const tenantContract: ContractGroup = {
  name: 'tenants',
  cases: {
    async 'have sessions of their own, under ids of their own'({ store }) {
      const tenants = [store, store.forTenant('acme'), store.forTenant('acme.b')];
      for (const [index, tenant] of tenants.entries()) await fill(tenant, 'same', `text ${index}`);
      for (const [index, tenant] of tenants.entries()) {
        expect(await readTexts(tenant, 'same')).toEqual([`text ${index}`]);
        expect(await listIds(tenant)).toEqual(['same']);
        await tenant.updateSession('same', { title: `title ${index}` });
        await expectError(
          tenant.createSession({ id: 'same', agent: 'agent' }),
          StoreConflictError.isInstance,
        );
      }
      await tenants[1]?.deleteSession('same');
      expect(await Promise.all(tenants.map((each) => listIds(each)))).toEqual([
        ['same'],
        [],
        ['same'],
      ]);
      expect((await store.getSession('same')).title).toBe('title 0');
      expect(await readTexts(store.forTenant('acme.b'), 'same')).toEqual(['text 2']);
    },
    async 'reach nothing of one another'({ store }) {
      const hash = await fill(store.forTenant('owner'), 'secret', 'the helm chart');
      for (const other of [store, store.forTenant('other')]) {
        const after = () => other.listSessions({ order: 'created', after: 'secret' });
        const calls = { ...callsOn(other, 'secret', hash), 'listSessions after': after };
        for (const [name, reach] of Object.entries(calls)) {
          await expectError(reach(), SessionNotFoundError.isInstance, name);
        }
        expect(await listIds(other)).toEqual([]);
        expect(await other.search('helm')).toEqual([]);
        await other.createSession({ id: 'secret', agent: 'agent' });
        await expectError(other.getMedia('secret', hash), CorruptRecordError.isInstance);
        expect(await other.getSession('secret')).toMatchObject({ entryCount: 0, epoch: 0 });
      }
      expect(await readTexts(store.forTenant('owner'), 'secret')).toEqual(['the helm chart']);
    },
    async 'find what they would find alone, in the same order'({ store }) {
      const lines = ['rare and common', 'common', 'rare', 'common common', '東京 rare', 'kube'];
      const [alone, crowded] = [store.forTenant('alone'), store.forTenant('crowded')];
      await alone.createSession({ id: 's', agent: 'a' });
      await alone.append(
        's',
        lines.map((text) => say(text)),
      );
      const found = async (tenant: Store, query: string): Promise<number[]> =>
        (await tenant.search(query, { sessionId: 's' })).map(({ seq }) => seq);
      const queries = ['rare common', 'common', 'kube rare', '京', '東京', 'rares', 'nothing'];
      const before = [];
      for (const query of queries) before.push(await found(alone, query));
      await crowded.createSession({ id: 's', agent: 'a' });
      await crowded.append(
        's',
        Array.from({ length: 60 }, () => say('rare 東京')),
      );
      const after = [];
      for (const query of queries) after.push(await found(alone, query));
      expect(after).toEqual(before);
      expect(before[0]).not.toEqual([]);
      expect(before[3]).toEqual([4]);
    },
    async 'default and the store itself are one'({ store }) {
      await fill(store, 'mine', 'hello');
      const same = store.forTenant('default');
      expect(await readTexts(same, 'mine')).toEqual(['hello']);
      await same.append('mine', [say('again')]);
      expect(await readTexts(store, 'mine')).toEqual(['hello', 'again']);
    },
    async 'that differ in capital letters only are different'({ store }) {
      await fill(store.forTenant('Acme'), 'a', 'large');
      await fill(store.forTenant('acme'), 'a', 'small');
      expect(await readTexts(store.forTenant('Acme'), 'a')).toEqual(['large']);
    },
    async 'cannot open one another, and need a safe name'({ store }) {
      const acme = store.forTenant('acme');
      await fill(acme, 'a', 'hello');
      expect(await readTexts(acme.forTenant('acme'), 'a')).toEqual(['hello']);
      const refused = (open: () => Store): Promise<void> =>
        expectError(
          Promise.resolve().then(() => open()),
          ConfigError.isInstance,
        );
      await refused(() => acme.forTenant('default'));
      for (const name of ['', '..', '../up', 'a/b', 'a\0b', '!a', 'x'.repeat(129)]) {
        await refused(() => store.forTenant(name));
      }
    },
    async 'leave the store open when theirs is closed'({ store }) {
      const acme = store.forTenant('acme');
      await fill(acme, 'a', 'hello');
      await acme.close();
      expect(await listIds(store)).toEqual([]);
      expect(await listIds(store.forTenant('acme'))).toEqual(['a']);
    },
  },
};
