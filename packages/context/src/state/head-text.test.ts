import { expect, it, vi } from 'vitest';

import { makeEntries } from '@everlong/testing';
import { createHeadText } from './head-text.js';

it('is cut once for all requests of an epoch, and anew for another room', () => {
  const count = vi.fn((text: string) => Math.ceil(text.length / 4));
  const content = 'Tests come first. '.repeat(200);
  const [entry] = makeEntries([['user', content]]);
  const head = createHeadText([{ ...entry!, message: { role: 'system', content } }]);
  const cut = head.cutTo(100, count);
  expect(Math.ceil(cut.length / 4)).toBeLessThanOrEqual(100);
  count.mockClear();
  expect(head.cutTo(100, count)).toBe(cut);
  expect(count).not.toHaveBeenCalled();
  expect(head.cutTo(200, count).length).toBeGreaterThan(cut.length);
  expect(head.cutTo(100, (text) => text.length).length).toBeLessThanOrEqual(100);
});
