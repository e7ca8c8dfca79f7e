import { openSession } from '@everlong/context';
import { createMemoryStore, EverlongError } from '@everlong/core';
import { sampled, thirds as tokenizer } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import { knownFaults, type PartShape, partShapes } from '../support/part-shapes.js';
import { endpoints, majors, type SdkMajor, violationsOf } from '../support/sdk-majors.js';

type Endpoint = (typeof endpoints)[number];

/** Why a session that holds the shape cannot be answered; nothing if it can. */
async function fault(shape: PartShape, endpoint: Endpoint, major: SdkMajor): Promise<string[]> {
  const { model } = endpoint;
  const session = await openSession({ store: createMemoryStore(), tokenizer, model });
  try {
    await session.append([{ role: 'user', content: 'Look.' }, ...shape.messages]);
  } catch (error) {
    if (EverlongError.isInstance(error)) return [];
    throw error;
  }
  await session.append({ role: 'user', content: 'Go on.' });
  for (let attempt = 0; ; attempt++) {
    const { instructions, messages } = await session.prepare({ instructions: 'Be brief.' });
    try {
      const body = await major.bodyOf(endpoint, { instructions, messages });
      return violationsOf(endpoint, body).map((broken) => JSON.stringify(broken));
    } catch (error) {
      // A kind of file that a provider does not take is learnt.
      const { retry } = await session.recover(error);
      if (!retry || attempt === 3) return [String(error).slice(0, 300)];
    }
  }
}

describe.each(majors)('$name', (major) => {
  it.each(endpoints)('$name answers whatever part a log holds', async (endpoint) => {
    const faults: Record<string, string[]> = {};
    for (const shape of [...knownFaults(), ...sampled(partShapes(), 120)]) {
      const found = await fault(shape, endpoint, major);
      if (found.length > 0) faults[shape.name] = found;
    }
    expect(faults).toEqual({});
  });
});
