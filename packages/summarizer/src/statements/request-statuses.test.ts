import { countTokens, type Line, makeEntries } from '@everlong/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createExtractiveSummarizer } from '../snapshot/extractive-summarizer.js';
import { updateRequests } from './request-statuses.js';
import { describeStatus, requestsIn, toRequestSections } from './request-sections.js';

const call: Line = ['call', 'Read', { path: 'a.ts' }];

function statusesOf(...lines: Line[]): string[] {
  return updateRequests([], makeEntries(lines)).map(
    (request) => `#${request.seq} ${describeStatus(request)}`,
  );
}

describe('updateRequests', () => {
  it.each<[string, Line[], string[]]>([
    ['a request that nothing answers yet', [['user', 'Add a test.'], call], ['#0 open']],
    [
      'one that a reply follows',
      [['user', 'Add a test.'], call, ['result', 'ok'], ['assistant', 'Added it.']],
      ['#0 answered in #3'],
    ],
    [
      'a reply that asks back, and what the user answers',
      [
        ['user', 'Add a test.'],
        ['assistant', 'Which file?'],
        ['user', 'The parser.'],
      ],
      ['#0 open', '#2 open'],
    ],
    [
      'the end of work that an answer let go on',
      [
        ['user', 'Delete the old backups.'],
        ['assistant', 'Which ones: those before 2024 or all?'],
        ['user', 'all of them'],
        ['assistant', 'Deleted 14 files.'],
        ['user', 'thanks'],
      ],
      ['#0 done in #3', '#2 done in #3'],
    ],
    [
      'a question that nobody answered',
      [
        ['user', 'Delete the old backups.'],
        ['assistant', 'Which ones: those before 2024 or all?'],
        ['user', 'What time is it?'],
        ['assistant', "It is 5 o'clock."],
        ['user', 'ok'],
      ],
      ['#0 open, see #1', '#2 open'],
    ],
    [
      'a failure, which the end of something else does not undo',
      [
        ['user', 'Deploy the service to staging.'],
        ['assistant', 'I could not deploy: permission denied.'],
        ['user', 'What time is it?'],
        ['assistant', "It is 5 o'clock."],
        ['user', 'Write the docs.'],
      ],
      ['#0 open, see #1', '#2 done in #3', '#4 open'],
    ],
    [
      'a failure that a later reply makes good',
      [
        ['user', 'Deploy the service to staging.'],
        ['assistant', 'I could not deploy: permission denied.'],
        ['user', 'I have given you the rights. Try once more.'],
        ['assistant', 'Deployed.'],
        ['user', 'Write the docs.'],
      ],
      ['#0 done in #3', '#2 done in #3', '#4 open'],
    ],
    [
      'a reply that has no way to do it',
      [
        ['user', 'Book a room for Friday.'],
        ['assistant', 'I have no tool to book rooms.'],
        ['user', 'Write the docs.'],
      ],
      ['#0 open, see #1', '#2 open'],
    ],
    [
      'a reply that ends with an attempt that failed',
      [
        ['user', 'Rename the branch to feature-x.'],
        ['assistant', 'That did not work: this is no git repository.'],
        ['user', 'Write the docs.'],
        ['assistant', 'Written.'],
        ['user', 'Show the log.'],
      ],
      ['#0 open, see #1', '#2 done in #3', '#4 open'],
    ],
    [
      'a cause that was not found',
      [
        ['user', 'Find out why the build hangs.'],
        ['assistant', 'I read the log. The cause remains unclear.'],
        ['user', 'Show the log.'],
      ],
      ['#0 open, see #1', '#2 open'],
    ],
    [
      'a part that is still to do',
      [
        ['user', 'Add a field, write a test for it and update the README.'],
        ['assistant', 'Added the field. The test and the README are still to do.'],
        ['user', 'Show the log.'],
        ['assistant', 'Here it is.'],
        ['user', 'ok'],
      ],
      ['#0 open, see #1', '#2 open'],
    ],
    [
      'a result with an offer, which is no open end',
      [
        ['user', 'Fix the login.'],
        ['assistant', 'I fixed the login. Should I add a test?'],
        ['user', 'Now write the docs.'],
        ['assistant', 'Written.'],
        ['user', 'Show the log.'],
      ],
      ['#0 done in #3', '#2 done in #3', '#4 open'],
    ],
    [
      'a request that is dropped by its name',
      [
        ['user', 'Translate the manual into German.'],
        ['assistant', 'I could not finish chapter 1.'],
        ['user', 'Forget the translation, we do not need it any more.'],
        ['assistant', 'OK.'],
      ],
      ['#0 superseded by #2'],
    ],
    [
      'a request that is no longer needed',
      [
        ['user', 'Translate the manual.'],
        ['assistant', 'Which language?'],
        ['user', 'We no longer need the translation.'],
      ],
      ['#0 superseded by #2'],
    ],
    [
      'a request that is cancelled',
      [
        ['user', 'Translate the manual.'],
        ['user', 'Cancel that.'],
      ],
      ['#0 superseded by #1'],
    ],
    [
      'one that is put off in a sentence of its own, which is none yet',
      [['user', 'When the migration is through, write a changelog for 3.2. Not now.']],
      [],
    ],
    [
      'the same words again, as programs say them',
      [
        ['user', 'Fix it.'],
        ['assistant', 'Which file?'],
        ['user', 'Give exactly one answer.'],
        ['assistant', 'Which one?'],
        ['user', 'Give exactly one answer.'],
      ],
      ['#0 open, see #1', '#4 open'],
    ],
    [
      'a reply that reports a failure',
      [
        ['user', 'Fix it.'],
        ['assistant', 'I could not find the cause.'],
      ],
      ['#0 open, see #1'],
    ],
    [
      'words between calls',
      [['user', 'Fix it.'], ['assistant', 'Let me look at it.'], call, ['result', 'ok']],
      ['#0 open'],
    ],
    [
      'commands in plain text that a program answers',
      [
        ['user', 'Fix it.'],
        ['assistant', 'I look.\n```bash\nls\n```'],
        ['user', '<returncode>0</returncode>\n<output>\na.ts\n</output>'],
      ],
      ['#0 open, see #1'],
    ],
    [
      'a request that is taken back',
      [
        ['user', 'Rename it.'],
        ['user', 'Never mind.'],
      ],
      ['#0 superseded by #1'],
    ],
    [
      'a correction, which takes the place of the first attempt',
      [
        ['user', 'Make it blue.'],
        ['assistant', 'It is blue now.'],
        ['user', 'no, the border must be blue'],
        ['assistant', 'The border is blue.'],
      ],
      ['#0 superseded by #2', '#2 answered in #3'],
    ],
    [
      'an interruption with something else',
      [
        ['user', 'Write the docs.'],
        call,
        ['program', '[Request interrupted by user]'],
        ['user', 'Run the tests.'],
      ],
      ['#0 superseded by #3', '#3 open'],
    ],
    [
      'an interruption with something more',
      [
        ['user', 'Write the docs.'],
        ['program', '[Request interrupted by user]'],
        ['user', 'Also run the tests.'],
      ],
      ['#0 open, see #2', '#2 open'],
    ],
    [
      'thanks and a word to go on, which ask for nothing new',
      [
        ['user', 'Write the docs.'],
        ['assistant', 'Half of them are written.'],
        ['user', 'continue'],
        ['assistant', 'All are written.'],
        ['user', 'Great, thanks!'],
      ],
      ['#0 done in #3'],
    ],
  ])('%s', (_, lines, expected) => {
    expect(statusesOf(...lines)).toEqual(expected);
  });

  it('gives the same in one step and in many, and changes nothing without evidence', () => {
    const line = fc.constantFrom<Line>(
      ['user', 'Add a test.'],
      ['user', 'no, not that one'],
      ['user', 'continue'],
      ['user', 'thanks!'],
      ['user', 'Never mind.'],
      ['assistant', 'It is done.'],
      ['assistant', 'Shall I?'],
      call,
      ['result', 'ok'],
      ['program', '[Request interrupted by user]'],
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), fc.nat(20), (lines, at) => {
        const entries = makeEntries(lines);
        const whole = updateRequests([], entries);
        for (const { seq, status, evidence } of whole) {
          expect(entries[seq]?.message.role).toBe('user');
          if (status === 'open' && evidence === undefined) continue;
          expect(evidence).toBeGreaterThan(seq);
          expect(entries[evidence ?? -1]).toBeDefined();
        }
        const first = updateRequests([], entries.slice(0, at));
        expect(requestsIn(toRequestSections(first))).toEqual(first);
        expect(updateRequests(first, entries.slice(at))).toEqual(whole);
      }),
    );
  });

  it('is bounded, and closed requests leave first', () => {
    const lines = Array.from({ length: 200 }, (_, index): Line[] => [
      ['user', `Write file ${index}.`],
      ['assistant', index < 5 ? 'Which one?' : 'Written.'],
    ]).flat();
    const requests = updateRequests([], makeEntries(lines));
    expect(requests.length).toBeLessThanOrEqual(80);
    expect(requests.at(-1)?.seq).toBe(398);
    expect(requests[0]?.seq).toBe(0);
  });
});

describe('a snapshot', () => {
  const input = { maxTokens: 2000, count: countTokens };

  it('shows the status of each request, with the words of the log', async () => {
    const lines: Line[] = [
      ['user', 'Rename the parser.'],
      ['assistant', 'Renamed.'],
      ['user', 'Write "the docs" — all of them.'],
      ['assistant', 'Which ones?'],
      ['user', 'Run the linter.'],
      ['assistant', 'It passes.'],
      ['user', 'Add a changelog.'],
      ['assistant', 'Added.'],
    ];
    const entries = makeEntries(lines);
    const summarizer = createExtractiveSummarizer();
    const { snapshot } = await summarizer.summarize({ ...input, entries });
    expect(snapshot.text).toContain('First request (#0; done in #1): "Rename the parser."');
    expect(snapshot.text).toContain('Earlier request (#4; done in #5): "Run the linter."');
    expect(snapshot.text).toContain(
      'Newest summarized request (#6; answered in #7): "Add a changelog."',
    );
    const next = await summarizer.summarize({
      ...input,
      entries: makeEntries([['user', 'no, a longer one']], 8),
      previous: snapshot,
      visibleText: 'Run the linter.',
    });
    expect(next.snapshot.text).toContain(
      'Earlier request (#6; superseded by #8): "Add a changelog."',
    );
    expect(next.snapshot.text).toContain('Request (#4; done in #5): "Run the linter."');
  });

  it('tells a change of status beside other snapshots without quoting again', async () => {
    const summarizer = createExtractiveSummarizer();
    const first = makeEntries([
      ['user', 'Rename the parser to scanner.'],
      ['user', 'Write the docs for all of it.'],
      call,
    ]);
    const { snapshot } = await summarizer.summarize({ ...input, entries: first });
    const entries = makeEntries(
      [
        ['assistant', 'Both are done.'],
        ['user', 'Run the tests.'],
      ],
      3,
    );
    const next = await summarizer.summarize({
      ...input,
      entries,
      previous: snapshot,
      visibleText: snapshot.text,
      beside: true,
    });
    expect(next.snapshot.text).toContain('First request (#0; done in #3), as quoted above');
    expect(next.snapshot.text).toContain('(#1; done in #3), as quoted above');
    expect(next.snapshot.text).not.toContain('Rename the parser');
  });
});
