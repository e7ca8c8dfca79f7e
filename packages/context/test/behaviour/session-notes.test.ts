import { describe, expect, it } from 'vitest';

import { newSetup, open, say } from '../support/remembering-session.js';
import { assistant, user } from '../support/conversation.js';

describe('what a session notes of what leaves its requests', () => {
  // promise: cowagent-8
  it('notes the turns that cowagent trims in the memory of the day', async () => {
    const setup = newSetup({ policy: 'cowagent', budget: { maxTurns: 4 } });
    const session = await open(setup, { id: 'first' });
    for (let turn = 0; turn < 5; turn++) {
      await session.append(user(`The heron ${turn} is blue.`));
      await session.prepare();
      await session.append(assistant('Noted.'));
    }
    expect(await setup.memory.notes('default')).toMatchObject([
      { sessionId: 'first', fromSeq: 0, text: expect.stringContaining('heron 0') },
    ]);
  });

  // promise: cowagent-8
  it('notes what a trim leaves out, each range once', async () => {
    const setup = newSetup({ policy: 'newest', contextWindow: 8000 });
    const session = await open(setup, { id: 'first' });
    for (let turn = 0; turn < 16; turn++) {
      await say(session, `The heron ${turn} is blue. ${'So it is. '.repeat(200)}`);
      await session.prepare();
    }
    const [first, ...later] = await setup.memory.notes('default');
    expect(first).toMatchObject({ fromSeq: 0, text: expect.stringContaining('heron 0') });
    expect(later).not.toEqual([]);
    const ends = [first, ...later].slice(0, -1).map((note) => note?.throughSeq);
    expect(later.map(({ fromSeq }) => fromSeq - 1)).toEqual(ends);
  });

  it.each(['cowagent', 'missy', 'supyagent', 'everlong'] as const)(
    'says in the notes of %s what is new, and leaves out no entry',
    async (policy) => {
      const setup = newSetup({ policy, contextWindow: 6000 });
      const session = await open(setup, { id: 'first' });
      for (let turn = 0; turn < 40; turn++) {
        await say(session, `Set the limit of module ${turn} to ${1000 + turn}.`);
        await session.prepare();
        await session.endTurn();
      }
      const notes = await setup.memory.notes('default');
      expect(notes.length).toBeGreaterThan(1);
      const lines = notes.flatMap(({ text }) => [...new Set(text.split('\n'))]);
      const said = lines.filter((line) => /\d{4}/.test(line));
      expect(said).toEqual([...new Set(said)]);
      expect(notes.map(({ text }) => text).join('\n')).not.toMatch(/^\[/m);
      let next = 0;
      for (const note of notes) {
        expect(note.fromSeq).toBeLessThanOrEqual(next);
        next = note.throughSeq + 1;
      }
    },
  );

  it('takes the notes later that a memory was too slow for', async () => {
    const setup = newSetup({ policy: 'newest', contextWindow: 8000 });
    const take = setup.memory.note;
    let isFailing = true;
    setup.memory.note = async (scope, note) => {
      if (isFailing) throw new Error('busy');
      return take(scope, note);
    };
    const session = await open(setup, { id: 'first' });
    for (let turn = 0; turn < 16; turn++) {
      await say(session, `The heron ${turn} is blue. ${'So it is. '.repeat(200)}`);
      await session.prepare();
    }
    expect(await setup.memory.notes('default')).toEqual([]);
    isFailing = false;
    await session.close();
    const [first, second] = await setup.memory.notes('default');
    expect(first).toMatchObject({ fromSeq: 0, text: expect.stringContaining('heron 0') });
    expect(second?.fromSeq).toBe((first?.throughSeq ?? 0) + 1);
  });
});
