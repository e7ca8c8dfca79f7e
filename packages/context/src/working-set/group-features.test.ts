import { describe, expect, it } from 'vitest';

import { assistant, exchange, policyContextOf, user } from '../../test/support/watched-session.js';
import { createPolicy } from '../policies/create-policy.js';
import { groupFeatures, type GroupFeatures } from './group-features.js';
import { needChance } from './need-chance.js';

/** Seven exchanges between what is looked at and the newest groups. */
const between = Array.from({ length: 7 }, (_, at) => exchange(`step-${at}`)).flat();

async function featuresOf(...texts: [first: string, second: string]): Promise<GroupFeatures[]> {
  const { groups } = await policyContextOf(
    createPolicy('everlong'),
    [
      ...texts.map(assistant),
      ...between,
      user('Mend the parser of timestamps.'),
      assistant('The parser rejects parseTimestamp without a zone.'),
    ],
    200_000,
  );
  return groupFeatures(groups);
}

describe('groupFeatures', () => {
  it('says what a group has in common with the newest ones and with the request', async () => {
    const [related, other] = await featuresOf(
      'parseTimestamp calls the parser twice',
      'the colours of the banner differ',
    );
    expect(related?.inNewest).toBeGreaterThan(0);
    expect(related?.inRequest).toBeGreaterThan(0);
    expect(other).toMatchObject({ inNewest: 0, inRequest: 0 });
    expect(other?.ownWords).toBeGreaterThan(0);
  });

  it('counts a word the less, the more groups hold it', async () => {
    const [rare] = await featuresOf('parseTimestamp', 'nothing of it');
    const [common] = await featuresOf('parseTimestamp', 'parseTimestamp');
    expect(common?.inNewest).toBeLessThan(rare?.inNewest ?? 0);
  });

  it('knows what came after the latest message of the user', async () => {
    const features = await featuresOf('one', 'two');
    expect(features.map(({ sameTurn }) => sameTurn).slice(-3)).toEqual([false, true, true]);
  });
});

describe('needChance', () => {
  it('is higher for what the newest messages name', async () => {
    const [related, other] = await featuresOf(
      'parseTimestamp of the parser is the culprit here',
      'colourTable of the banner is the culprit here',
    );
    if (related === undefined || other === undefined) throw new Error('no groups');
    const sameAge = { ...other, age: related.age };
    expect(needChance(related, 20)).toBeGreaterThan(needChance(sameAge, 20));
  });
});
