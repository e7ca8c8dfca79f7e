import { describe, expect, it } from 'vitest';

import { parseChanges } from './parse-changes.js';
import { plainAnswer } from './plain-answer.js';

const asked = [
  { kind: 'add', section: 'Pending Tasks', text: 'Measure again (#57)' },
  { kind: 'close', id: 'P2', evidence: [41] },
  { kind: 'supersede', id: 'K3', text: 'The port is 8443 (#44)', evidence: [44] },
];

describe('parseChanges', () => {
  it('reads past a line of 200 KB that begins like a heading', () => {
    const line = `# Decisions${' '.repeat(200_000)}x:y`;
    expect(parseChanges(`${line}\nCLOSE P2 (#41)`).changes).toEqual([asked[1]]);
  });

  it.each([
    [
      'words',
      'ADD Pending Tasks: Measure again (#57)\nCLOSE P2 (#41)\nSUPERSEDE K3: The port is 8443 (#44)',
    ],
    ['marks', '+ Pending Tasks: Measure again (#57)\nx P2 (#41)\n~ K3: The port is 8443 (#44)'],
    [
      'lower case',
      'add pending tasks: Measure again (#57)\nclosed [p2] #41\nreplace k3 with The port is 8443 (#44)',
    ],
    [
      'a fence, prose and bold',
      'Here are the changes:\n```\n- **ADD** Pending Tasks: Measure again (#57)\n* **CLOSE** P2: it is done in #41\n1. **SUPERSEDE K3:** The port is 8443 (#44)\n```\nThat is all!',
    ],
    [
      'other names',
      '- ADD to "Next steps": Measure again (#57)\n- [x] P2 (entry 41)\n- [K3] -> The port is 8443 (#44)',
    ],
    [
      'headings of operations',
      '## Add\n- Pending Tasks: Measure again (#57)\n## Close\n- P2 (#41)\n### Supersede:\n- K3: The port is 8443 (#44)',
    ],
    [
      'headings of sections',
      '## Pending Tasks\n+ Measure again (#57)\nP2: done (#41)\n## Key Decisions\n~ K3: The port is 8443 (#44)',
    ],
    [
      'items below an ADD',
      'ADD **Pending Tasks**:\n- Measure again (#57)\nCLOSE P2 (#41)\nSUPERSEDE K3: The port is 8443 (#44)\nThat is all!',
    ],
    [
      'JSON',
      '```json\n{"changes":[{"op":"add","section":"Pending Tasks","text":"Measure again","entry":57},{"op":"close","id":"P2","evidence":"#41"},{"op":"supersede","id":"K3","text":"The port is 8443 (#44)","entry":44}]}\n```',
    ],
    [
      'JSON by operation',
      '{"add":["Pending Tasks: Measure again (#57)"],"close":[{"id":"P2","entry":41}],"supersede":[{"id":"K3","text":"The port is 8443","entries":[44]}]}',
    ],
    [
      'JSON by line',
      '{"action":"add","section":"Pending Tasks","text":"Measure again","seq":57}\n{"action":"close","id":"P2","seq":41}\n{"action":"supersede","id":"K3","text":"The port is 8443","seq":44}',
    ],
  ])('reads %s', (_, answer) => {
    const { changes, isRecognised } = parseChanges(plainAnswer(answer));
    expect(isRecognised).toBe(true);
    expect(changes).toEqual(asked);
  });

  it.each(['NO CHANGES', 'No changes are needed.', '- keep K1\n- keep P2', '[]', '=', 'None.'])(
    'takes %j for an answer without changes',
    (answer) => {
      expect(parseChanges(plainAnswer(answer))).toMatchObject({ changes: [], isRecognised: true });
    },
  );

  it.each(['', 'I cannot help with that.', '{"files": []}', '## Geänderte Dateien\n- none', 'x'])(
    'takes %j for no answer',
    (answer) => {
      expect(parseChanges(plainAnswer(answer))).toMatchObject({ changes: [], isRecognised: false });
    },
  );

  it('keeps the marks that are the text’s own', () => {
    const texts = [
      '`src/a.ts`: written, with `b`',
      '"Never!" said the user (#3)',
      '**a** and `b` (#4)',
    ];
    for (const text of texts) {
      for (const answer of [`ADD Key Decisions: ${text}`, `- **ADD Key Decisions:** ${text}`]) {
        expect(parseChanges(answer).changes).toEqual([
          { kind: 'add', section: 'Key Decisions', text },
        ]);
      }
    }
  });

  it('takes a task of a record for no change', () => {
    const record =
      '## Pending Tasks\n- Add integration tests (#8)\n- Close the port\n## Current State\n- Idle';
    expect(parseChanges(record)).toMatchObject({ changes: [], rest: record });
  });

  it('leaves the lines that ask for no change to others', () => {
    const { changes, rest } = parseChanges(
      '## Key Decisions\n- [K1] as before\n- done with it\nCLOSE P1 (#3)',
    );
    expect(changes).toEqual([{ kind: 'close', id: 'P1', evidence: [3] }]);
    expect(rest).toBe('## Key Decisions\n- [K1] as before\n- done with it');
  });

  it('reads sections of JSON as a record', () => {
    const answer =
      '{"filesModified":["a.ts: new"],"pending_tasks":[{"task":"test","entry":3}],"Current State":"All well"}';
    expect(plainAnswer(answer)).toBe(
      '## Files Modified\n- a.ts: new\n## Pending Tasks\n- test: 3\n## Current State\n- All well',
    );
  });

  it('reads several ids, and bounds what it reads', () => {
    expect(parseChanges('CLOSE P1, P2 and P03 (#4, #5)').changes.map((change) => change)).toEqual(
      ['P1', 'P2', 'P3'].map((id) => ({ kind: 'close', id, evidence: [4, 5] })),
    );
    const endless = parseChanges(
      plainAnswer('ADD Key Decisions: ' + `${'word '.repeat(2_000)}\n`.repeat(100)),
    );
    expect(
      endless.changes.every((change) => change.kind === 'add' && change.text.length <= 400),
    ).toBe(true);
    expect(parseChanges('x P1 (#1)\n'.repeat(500)).changes.length).toBe(200);
  });
});
