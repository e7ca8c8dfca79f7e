import { expect, it } from 'vitest';

import { annotatedKinds } from './annotated-kinds.js';

it('believes what tools say of themselves', () => {
  const tools = {
    pay_invoice: { annotations: { readOnlyHint: true } },
    get_and_lock: { annotations: { readOnlyHint: false } },
    check_out: { annotations: { destructiveHint: true } },
    edit: { annotations: { readOnlyHint: false } },
    plain: { description: 'says nothing' },
  };
  const kinds = { pay_invoice: 'read', get_and_lock: 'other', check_out: 'other' };
  expect(annotatedKinds(tools)).toEqual(kinds);
  const listed = Object.entries(tools).map(([name, tool]) => ({ name, ...tool }));
  expect(annotatedKinds(listed)).toEqual(kinds);
  for (const none of [undefined, null, 'tools', [null, 5, {}]])
    expect(annotatedKinds(none)).toEqual({});
});
