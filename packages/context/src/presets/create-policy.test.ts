import { ConfigError } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { createPolicy, policyNames } from './create-policy.js';

function refusal(name: string, settings?: object): string {
  try {
    createPolicy(name as 'everlong', settings);
  } catch (error) {
    if (ConfigError.isInstance(error)) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('createPolicy', () => {
  it('refuses a setting that the preset does not read, and names those that it does', () => {
    expect(refusal('full', { carryFactor: 3 })).toMatch(
      /^The policy full has no option "carryFactor"\. Its options: responseReserve, minRecent/,
    );
    expect(refusal('everlong', { maxTurns: 3 })).toMatch(/"maxTurns".*carryFactor/);
    expect(refusal('cowagent', { maxTurn: 3 })).toMatch(/Did you mean "maxTurns"\?/);
  });

  it('refuses values out of range and names the setting', () => {
    expect(refusal('everlong', { carryFactor: -1 })).toMatch(/^everlong\.carryFactor .*not -1\.$/);
  });

  it('suggests the nearest preset for an unknown name', () => {
    expect(refusal('evrlong')).toMatch(/"evrlong"\. Did you mean "everlong"\? Choose one of/);
    expect(refusal('__proto__')).toMatch(/^There is no policy "__proto__"/);
  });

  it.each(policyNames)('takes every setting of %s that it has by default', (name) => {
    const { settings } = createPolicy(name);
    expect(refusal(name, settings)).toBe('accepted');
    expect(createPolicy(name, { responseReserve: 7 }).settings).toEqual({
      ...settings,
      responseReserve: 7,
    });
  });

  it("keeps the preset's number where a setting is undefined", () => {
    const given = { carryFactor: undefined } as object;
    expect(createPolicy('everlong', given).settings.carryFactor).toBe(12);
  });

  it('takes the numbers of the dial `keep`, and those given win over it', () => {
    expect(createPolicy('everlong').settings.keep).toBe('balanced');
    const { maxTailTokens } = createPolicy('everlong', { keep: 'much' }).settings;
    expect(maxTailTokens).toBeGreaterThan(createPolicy('everlong').settings.maxTailTokens ?? 0);
    const little = createPolicy('everlong', { keep: 'little', maxTailTokens: 7 }).settings;
    expect(little).toMatchObject({ keep: 'little', maxTailTokens: 7, carryFactor: 6 });
    expect(refusal('everlong', { keep: 'all' })).toMatch(/"little" or "balanced" or "much"/);
    expect(refusal('missy', { keep: 'little' })).toMatch(/The policy missy has no option "keep"/);
  });
});
