import { expect, it } from 'vitest';
import { shortIds } from './short-ids.js';

it('shows as much of a UUID as tells it from the others, and other ids whole', () => {
  const ids = [
    '258c7280-ae70-4798-800f-63464d01a85d',
    '019db04b-0312-7661-8759-f0642fa6cd46',
    '019db04b-0999-7661-8759-f0642fa6cd46',
    'agent-a6aa8ad0-258c7280',
  ];
  expect(ids.map(shortIds(ids))).toEqual([
    '258c7280',
    '019db04b-0312',
    '019db04b-0999',
    'agent-a6aa8ad0-258c7280',
  ]);
});
