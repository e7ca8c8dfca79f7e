/** Families in which what was done must not be done again: invoices, cures, contracts. */
import { type Action, call } from '../agent.ts';
import { callsOf, newestResult, type RequestView } from '../request-view.ts';
import type { Family } from '../task.ts';
import { actOn, callOnce, createFamily, type Duties, reply } from './skill.ts';
import { hear, holdsName, isAbout, type Saying, shownIn, type Words } from './words.ts';

interface ListWork {
  words: Words;
  /** What the list is said with, and the names that it may hold. */
  saying: Saying;
  names: readonly string[];
  /** Whether a line tells that what it names was done. */
  isDone(text: string): boolean;
}

/** The first of a list that nothing shown says was done; none where the list is not shown. */
function nextOf({ blocks }: RequestView, { words, saying, names, isDone }: ListWork): string[] {
  const shown = shownIn(blocks);
  const namesIn = (text: string): string[] => names.filter((name) => holdsName(text, name));
  const isList = (text: string): boolean =>
    hear(words, saying, text) !== undefined ||
    (namesIn(text).length > names.length / 2 && !isDone(text));
  const list = shown.findLast(isList);
  if (list === undefined) return [];
  const done = shown.filter((text) => !isList(text) && isDone(text));
  return namesIn(list)
    .toSorted((one, other) => list.indexOf(one) - list.indexOf(other))
    .filter((name) => !done.some((text) => holdsName(text, name)));
}

const CUSTOMERS =
  'Adatum Contoso Fabrikam Litware Northwind Proseware Tailspin Trey VanArsdel Wingtip Woodgrove Lucerne Relecloud Margie'.split(
    ' ',
  );

/** A list of twelve is worked off in three goes and finished at the end. */
export function invoices(words: Words): Family {
  const work: ListWork = {
    words,
    saying: 'customers',
    names: CUSTOMERS,
    isDone: (text) =>
      /\bINV-\d|\bcreate_invoice\b|\bdone in\b/.test(text) || isAbout(words, 'billed', text),
  };
  const bill = (view: RequestView, count: number): Action => {
    const now = new Set(callsOf(view.steps, 'create_invoice').map((input) => input['customer']));
    const customer = nextOf(view, work).find((name) => !now.has(name));
    if (customer !== undefined && now.size < count) return call('create_invoice', { customer });
    if (now.size === 0) return reply(words, 'unknown');
    return reply(words, 'hasBilled', { list: [...now].join(words.comma) });
  };
  const duties: Duties = {
    billNext: (view, { count }) => bill(view, Number(count)),
    billRest: (view) => bill(view, CUSTOMERS.length),
  };
  return createFamily(words, 'list worked off in parts', duties, (random, say) => {
    const customers = random.shuffle(CUSTOMERS).slice(0, 12);
    const ids = new Map(CUSTOMERS.map((name) => [name, `INV-${random.int(2000, 9999)}`]));
    return {
      files: {},
      ...actOn('create_invoice', 'Creates and sends an invoice.', 'customer', (name) => {
        return `created invoice ${ids.get(name)} for ${name}`;
      }),
      turns: [
        say(0.02, 'customers', { list: customers.join(words.comma) }),
        ...[0.1, 0.35, 0.6].map((at) => say(at, 'billNext', { count: '3' })),
        say(1, 'billRest'),
      ],
      check: ({ sent }) => onceEach(customers, sent),
    };
  });
}

/** What is wrong where each of these was to be done once. */
function onceEach(names: readonly string[], done: readonly string[]): string[] {
  return names.flatMap((name) => {
    const times = done.filter((one) => one === name).length;
    if (times === 1) return [];
    return [times === 0 ? 'missed' : 'done again'];
  });
}

const CURES =
  'frozen-clock single-thread empty-cache lazy-index big-heap warm-pool flat-layout no-proxy'.split(
    ' ',
  );

/** Three of six cures are refuted out of turn; at the end the others are to be tried in order. */
export function refutedCures(words: Words): Family {
  const work: ListWork = {
    words,
    saying: 'fixes',
    names: CURES,
    isDone: (text) =>
      /\bapply_fix\b|checks failed|\bdone in\b/.test(text) || isAbout(words, 'tried', text),
  };
  const duties: Duties = {
    tryFix: (view, { name = '' }) =>
      callOnce(view, 'apply_fix', { fix: name }, reply(words, 'hasTried', { name })),
    tryNext(view) {
      const last = newestResult(view.steps, 'apply_fix', () => true);
      if (/\b0 of 40 checks failed/.test(last ?? '')) return reply(words, 'acknowledged');
      const now = new Set(callsOf(view.steps, 'apply_fix').map((input) => input['fix']));
      const fix = nextOf(view, work).find((name) => !now.has(name));
      return fix === undefined ? reply(words, 'unknown') : call('apply_fix', { fix });
    },
  };
  return createFamily(words, 'attempt refuted before', duties, (random, say) => {
    const cures = random.shuffle(CURES).slice(0, 6);
    const refuted = random.shuffle(cures).slice(0, 3);
    const [first = '', helps = '', needless = ''] = cures.filter((name) => !refuted.includes(name));
    const outputs = new Map(
      CURES.map((name) => {
        const checks = Array.from(
          { length: 25 },
          (_, index) => `check ${index + 1} took ${random.int(80, 900)} ms`,
        );
        const failures = name === helps ? 0 : random.int(1, 9);
        return [name, `${checks.join('\n')}\n${name}: ${failures} of 40 checks failed\n`];
      }),
    );
    return {
      files: {},
      ...actOn('apply_fix', 'Applies a cure and checks what comes of it.', 'fix', (name) => {
        return outputs.get(name) ?? 'No such cure.';
      }),
      turns: [
        say(0.02, 'fixes', { list: cures.join(words.comma) }),
        ...refuted.map((name, index) => say(0.1 + index * 0.2, 'tryFix', { name })),
        say(1, 'tryNext'),
      ],
      check: ({ sent }) => [
        ...onceEach([...refuted, first, helps], sent),
        ...(sent.includes(needless) ? ['out of order'] : []),
      ],
    };
  });
}

const TEAMS = 'amber birch cobalt dune ember fjord garnet heron iris juniper'.split(' ');
/** Places in the row of those whose contract is put off. */
const PUT_OFF = new Set([1, 4]);

/** Five contracts are sent at once when asked for, two were put off: only those are still open. */
export function openOrders(words: Words): Family {
  const isSent = (text: string): boolean =>
    /\bMSG-\d|\bsend_document\b|\bdone in\b/.test(text) || isAbout(words, 'sent', text);
  const duties: Duties = {
    sendOpen(view) {
      const shown = shownIn(view.blocks);
      const asked = shown.filter((text) => isAbout(words, 'document', text));
      const sent = shown.filter(isSent);
      const team = TEAMS.find(
        (name) =>
          asked.some((text) => holdsName(text, name)) &&
          !sent.some((text) => holdsName(text, name)),
      );
      if (team !== undefined) return call('send_document', { team });
      return reply(words, 'acknowledged');
    },
    send: (view, { team = '' }) =>
      callOnce(view, 'send_document', { team }, reply(words, 'hasSent', { team })),
  };
  return createFamily(words, 'orders carried out and put off', duties, (random, say) => {
    const teams = random.shuffle(TEAMS).slice(0, 7);
    const ids = new Map(TEAMS.map((team) => [team, `MSG-${random.int(1000, 9999)}`]));
    return {
      files: {},
      ...actOn('send_document', 'Sends a team its contract.', 'team', (team) => {
        return `sent ${ids.get(team)} to ${team}`;
      }),
      turns: [
        ...teams.map((team, index) =>
          say(index * 0.11, PUT_OFF.has(index) ? 'hold' : 'send', { team }),
        ),
        say(1, 'sendOpen'),
      ],
      check: ({ sent }) => onceEach(teams, sent),
    };
  });
}
