import { expect, it, vi } from 'vitest';

import { createId } from './identifiers.js';

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('makes UUIDs of version 7 of the current time, which sort in the order in which they were made', () => {
  const start = Date.now() + 10_000;
  vi.useFakeTimers({ now: start, toFake: ['Date'] });
  const ids = Array.from({ length: 10_000 }, () => createId());
  vi.setSystemTime(Date.now() - 60_000);
  ids.push(createId());
  vi.useRealTimers();
  expect(ids.every((id) => UUID_7.test(id))).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  const timeMs = (id = '') => parseInt(id.replace('-', '').slice(0, 12), 16);
  expect(timeMs(ids[0])).toBe(start);
  expect(timeMs(ids.at(-1))).toBe(start + 2);
});
