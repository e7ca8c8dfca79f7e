import { assertType, expectTypeOf, test } from 'vitest';

import { createPolicy, type Policy, type PresetSettings } from '../index.js';

test('a preset takes the settings that it reads', () => {
  expectTypeOf(
    createPolicy('everlong', { carryFactor: 3, responseReserve: 0 }),
  ).toEqualTypeOf<Policy>();
  expectTypeOf(createPolicy('cowagent', { maxTurns: 3 })).toEqualTypeOf<Policy>();
  expectTypeOf<PresetSettings<'missy'>>().toHaveProperty('memoryFraction');
});

test('a preset refuses the settings of another one', () => {
  // @ts-expect-error full compacts never, so it has no carry factor
  assertType<Policy>(createPolicy('full', { carryFactor: 3 }));
  // @ts-expect-error only cowagent counts turns
  assertType<Policy>(createPolicy('everlong', { maxTurns: 3 }));
  // @ts-expect-error there is no such preset
  assertType<Policy>(createPolicy('evrlong'));
});
