import { describe, expect, it } from 'vitest';

import { definedFields } from './defined-fields.js';

describe('definedFields', () => {
  it('leaves out what is undefined, and nothing else', () => {
    const given = { name: undefined, title: '', count: 0, none: null, isOn: false };
    expect(Object.entries(definedFields(given))).toEqual([
      ['title', ''],
      ['count', 0],
      ['none', null],
      ['isOn', false],
    ]);
  });

  it('lets defaults stand where no value is given', () => {
    const options: { keep?: string | undefined } = { keep: undefined };
    expect({ keep: 'balanced', ...definedFields(options) }).toEqual({ keep: 'balanced' });
  });
});
