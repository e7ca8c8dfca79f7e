import { type Action, answer, call } from '../agent.ts';
import { lookUp } from '../look-up.ts';
import type { Random } from '../random.ts';
import { callsOf, type RequestView } from '../request-view.ts';
import { statements } from '../statements.ts';
import type { Family, PlannedTurn, TaskPlan } from '../task.ts';

/**
 * Messages to teams that were asked for and put off, some sent since: at the end only the open ones
 * are to be sent. Whoever sees a request and not that it was answered sends the message again.
 */
export const answeredRequest: Family = {
  name: 'answered request not done again',
  isReportOnly: true,
  skill: { isRequest: (text) => FINISH.test(text) || DO_NOW.test(text), act },
  plan,
};

const TEAMS = 'amber birch cobalt dune ember fjord garnet heron iris juniper krill lilac'.split(
  ' ',
);

const LATER = [
  'For later: the `TEAM` team needs a message about the release.',
  'Not now, but remember to send the release message to the `TEAM` team.',
  'At some point I want the release message to go to the `TEAM` team.',
  'Before we finish, the `TEAM` team has to get its message about the release.',
  'Put this on your list: a release message to the `TEAM` team, when I say so.',
  'Later on, please write the `TEAM` team a message about the release.',
];
const NOW = [
  'Please send the message to the `TEAM` team now.',
  'It is time for the `TEAM` team: send that message now.',
  'Now send the release message to the `TEAM` team.',
  'The message for the `TEAM` team: send it now.',
  'Let the `TEAM` team have its message now.',
  'Go ahead with the message to the `TEAM` team now.',
];
const FINISHES = [
  'We are done: send every release message that is still open.',
  'Finish up: every message I asked for that is still open.',
  'Last thing: send the release messages that are still open.',
  'Please send all messages that are left open.',
  'Send the open messages, and only those.',
  'Close the list: the messages that are still open.',
];
const FINISH = /\bmessages?\b.*\bopen\b|\bopen\b.*\bmessages\b/i;
const DO_NOW = /\bmessage\b.*(?<!not )\bnow\b|(?<!not )\bnow\b.*\bmessage\b/i;

function plan(random: Random): TaskPlan {
  const teams = random.shuffle(TEAMS).slice(0, 7);
  const isOpen = (index: number): boolean => index >= 4;
  const turns: PlannedTurn[] = teams.flatMap((team, index) => {
    const later = random.pick(LATER).replace('TEAM', team);
    const now = random.pick(NOW).replace('TEAM', team);
    const asked = { at: random.next() * 0.35, text: later, mayRide: true };
    if (isOpen(index)) return [asked];
    return [asked, { at: 0.4 + random.next() * 0.3, text: now }];
  });
  const end = { at: 1, text: random.pick(FINISHES) };
  return {
    files: { 'RELEASE.md': '# Release\n' },
    turns: [...turns.toSorted((left, right) => left.at - right.at), end],
    noiseTurns: 40,
    check: ({ sent }) =>
      teams.flatMap((team) => {
        const times = sent.filter((one) => one === team).length;
        if (times === 1) return [];
        return times === 0 ? ['missed'] : ['done again'];
      }),
  };
}

/** The team that a sentence wants a message for. */
function askedIn(sentence: string): string | undefined {
  return /\bmessage\b/i.test(sentence) ? teamIn(sentence) : undefined;
}

function teamIn(text: string): string | undefined {
  return (text.match(/\b[a-z]+\b/gi) ?? []).find((word) => TEAMS.includes(word));
}

const DONE = /\b(?:sent|done|answered|finished|completed|carried out)\b/i;
const UNDONE = /\b(?:not|never|yet|to be|when|before|later)\b/i;

function act(view: RequestView): Action {
  const sentNow = callsOf(view.steps, 'send_message').length;
  if (!FINISH.test(view.request)) {
    const team = teamIn(view.request) ?? '';
    if (sentNow > 0) return answer(`The message to the \`${team}\` team is sent.`);
    return send(team);
  }
  const sent = new Set(callsOf(view.blocks, 'send_message').map((input) => input['team'] ?? ''));
  const shown = statements(view.blocks.filter(({ speaker }) => speaker !== 'result'));
  const isBlind = shown.every((sentence) => askedIn(sentence) === undefined);
  if (isBlind) {
    const { action } = lookUp(view, ['message to the team about the release'], askedIn);
    if (action !== undefined) return action;
  }
  const said = statements(view.blocks);
  const told = new Set(
    said
      .filter((sentence) => DONE.test(sentence) && !UNDONE.test(sentence))
      .flatMap((sentence) => TEAMS.filter((team) => sentence.includes(team))),
  );
  const asked = said.flatMap((sentence) => askedIn(sentence) ?? []);
  const next = asked.find((team) => !sent.has(team) && !told.has(team));
  if (next === undefined) return answer('Nothing is open any more.');
  // Who had to look up the requests has not seen the answers either.
  const query = `message ${next} team sent`;
  const isSought = callsOf(view.steps, 'history_search').some((input) => input['query'] === query);
  if (isBlind && view.canSearch && !isSought) return call('history_search', { query });
  return send(next);
}

function send(team: string): Action {
  return call('send_message', { team, text: 'The release is out.' });
}
