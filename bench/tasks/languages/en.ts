import type { Words } from './words.ts';

/** English. */
export const en: Words = {
  language: 'en',
  comma: ', ',
  says: {
    read: [
      'Please read {path} and tell me whether anything stands out.',
      'Have a look at {path}, would you.',
      'Next, go through {path} for me.',
    ],
    run: ['Run the tests of {name}, please.', 'Can you start the tests of {name} once more?'],
    ask: [
      'How would you split the {name} module, in two sentences?',
      'What do you think of the way {name} reports its errors?',
    ],
    noted: ['Please keep that in mind.', 'Nothing to do about it yet.', 'Just so you know.'],
    hasRead: ['I went through {path}; there is nothing in it that would hold us up.'],
    hasRun: ['The tests of {name} have run, and I saw nothing unusual.'],
    opinion: [
      'I would keep it small: one part that decides, one that carries it out, and no more until somebody needs it.',
    ],
    acknowledged: ['All right.'],
    written: ['{path} is written.'],
    unknown: ['I cannot find that in what I have before me.'],
    forbid: [
      'Never change anything in {folder}/; other people look after it.',
      'Keep your hands off {folder}/, whatever happens.',
      '{folder}/ must stay exactly as it is.',
    ],
    setAll: [
      'Add the line {line} at the end of every settings.conf.',
      'Every settings.conf needs {line} as its last line now.',
    ],
    hasSet: ['The settings are changed where they may be.'],
    decide: [
      '{service} will run in the region {region}.',
      'For {service} we take the region {region}.',
      'Let us put {service} into the region {region}.',
    ],
    revise: [
      'On second thoughts, {service} moves from {old} to the region {region}.',
      'Legal has objected: {service} goes to the region {region} after all.',
      'Forget {old} for {service}; its region is now {region}.',
    ],
    wantRegion: [
      'Write the region of {service} into {path}.',
      '{path} should hold nothing but the region of {service}.',
    ],
    tellCode: [
      'The door code of {site} is {code}.',
      'At {site} you get in with the door code {code}.',
      'By the way, {code} is the new door code for {site}.',
    ],
    mention: [
      'The lift at {site} is out of order until Friday.',
      'Somebody from {site} may call you about the keys.',
      '{site} gets a new coat of paint next month.',
    ],
    wantCode: [
      'Write the door code of {site} into {path}.',
      'The guard needs the door code of {site}; put it into {path}.',
    ],
    backUp: ['Back up the database {name}.', 'Please make a backup of {name} now.'],
    hasBackedUp: ['The backup of {name} is made.'],
    wantBackup: [
      'We have to restore {name}: write the id of its backup into {path}.',
      'Put the backup id of {name} into {path}.',
    ],
    customers: [
      'These customers are to be invoiced, in this order: {list}.',
      'Here is the list of customers who get an invoice: {list}.',
      'I need invoices for the following customers, one after the other: {list}.',
    ],
    billNext: ['Invoice the next {count} on my list.', 'Please do the next {count} invoices.'],
    billRest: [
      'Invoice those on my list who have none yet.',
      'Now the invoices that are still missing from my list.',
    ],
    hasBilled: ['The invoices for {list} are made.'],
    fixes: [
      'There are six cures that I can think of, the likeliest first: {list}.',
      'My cures for the slow start, in the order in which they should be tried: {list}.',
      'Possible cures, in this order: {list}.',
    ],
    tryFix: [
      'Try {name} first, out of turn.',
      'See what comes of {name}.',
      'How about {name}? Give it a try.',
    ],
    tryNext: [
      'Go on with the cures that we have not tried, in my order, until one works.',
      'Try the rest of my cures in order and stop at the first that works.',
    ],
    hasTried: ['{name} did not help.'],
    send: [
      'Send the contract to {team}.',
      '{team} needs the contract today, please send it.',
      'Let {team} have the contract now.',
    ],
    hold: [
      '{team} will need the contract too, but wait until I say so.',
      'Do not send {team} the contract yet; that comes later.',
      'The contract for {team} can wait.',
    ],
    sendOpen: [
      'Now send the contract to everybody I named who does not have it yet.',
      'Whoever is still waiting for the contract gets it now.',
    ],
    hasSent: ['{team} has got the contract.'],
    askPage: [
      'Read page {page}. What is the port?',
      'What port does page {page} give?',
      'Please look up the port on page {page}.',
    ],
    tellPort: ['Page {page} gives port {port}.'],
    wantTable: ['Write all pages with their ports into {path}, one pair a line.'],
  },
  about: {
    forbid: ['never', 'hands off', 'must stay', 'not change', "don't", 'off limits'],
    region: ['region'],
    code: ['door code'],
    billed: ['are made', 'is made', 'invoiced', 'created'],
    tried: ['did not help', 'tried', 'failed', 'no help'],
    document: ['contract'],
    sent: ['has got', 'have got', 'was sent', 'is sent', 'received'],
  },
};
