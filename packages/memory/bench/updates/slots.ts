import { cities } from './cities.ts';
import type { Wording } from './update-case.ts';

interface Slot {
  kind: string;
  values: readonly string[];
  plain: Wording;
  other: Wording;
}

/**
 * What changes in the update suite: for each slot ways to say the old value, ways to say the new
 * one, and questions for it. `plain` is worded as such things usually are, `other` on purpose
 * differently. `{o}` is the old value, `{n}` the new one. Each list is used in turn.
 */
export const slots: readonly Slot[] = [
  {
    kind: 'moved house',
    values: cities,
    plain: {
      old: [
        'I live in {o}.',
        "I'm based in {o}.",
        'I am living in {o} at the moment.',
        'My home is in {o}.',
      ],
      new: [
        'I moved to {n} last month.',
        'I now live in {n}.',
        "I've relocated to {n}.",
        'We moved from {o} to {n}.',
        "I don't live in {o} anymore, I live in {n} now.",
        "I'm living in {n} these days.",
      ],
      ask: ['Where do I live?', 'Which city do I live in?', 'Where does the user live now?'],
    },
    other: {
      old: [
        "I've been calling {o} home for a while.",
        'For years now {o} has been home to me and my partner.',
        'We rent a small flat in {o}, it is lovely there.',
        "Greetings from {o}, where I've been settled for years.",
      ],
      new: [
        'The boxes are unpacked at last: we left {o} for {n} and could not be happier.',
        'Big change for us, home is {n} now.',
        'So I packed my things and settled down in {n}.',
        'We found a place in {n} and handed back the old keys.',
        'After all that searching I finally moved into a flat in {n}.',
        'I traded {o} for {n} this spring.',
      ],
      ask: [
        'In what town is my home?',
        'What is my current place of residence?',
        'Tell me the city I am living in.',
      ],
    },
  },
  {
    kind: 'changed job',
    values: [
      'Siemens',
      'Globex',
      'Initech',
      'Spotify',
      'Acme',
      'Hooli',
      'Umbrella',
      'Stripe',
      'Zeiss',
      'Bosch',
    ],
    plain: {
      old: [
        'I work at {o}.',
        "I'm working for {o}.",
        'My employer is {o}.',
        'I am employed by {o}.',
      ],
      new: [
        'I now work for {n}.',
        'I left {o} and joined {n}.',
        'I started a new job at {n} last week.',
        'My new employer is {n}.',
        'I no longer work at {o}, I work at {n}.',
        'I got a job at {n}.',
      ],
      ask: ['Where do I work?', 'Which company do I work for?', 'Who is my employer?'],
    },
    other: {
      old: [
        '{o} has been paying my bills for three years.',
        'My days are spent at {o}, mostly in meetings.',
        "I've got a desk over at {o}.",
        'I have been with {o} since college.',
      ],
      new: [
        'I handed in my notice at {o} and took a position with {n}.',
        'I accepted an offer from {n} and said goodbye to {o}.',
        '{n} hired me, my first day was Monday.',
        'I quit {o} for {n}.',
        "These days I'm with {n}.",
        'As of this week I am an employee of {n}.',
      ],
      ask: [
        'What is the name of my employer these days?',
        'At which firm am I employed?',
        'What company am I with?',
      ],
    },
  },
  {
    kind: 'corrected port',
    values: ['8080', '9090', '5433', '3001', '7443', '6380', '4222', '8123', '9200', '1883'],
    plain: {
      old: [
        'The API port is {o}.',
        'The API runs on port {o}.',
        'Our API listens on port {o}.',
        'The port of the API is {o}.',
      ],
      new: [
        'Sorry, the API port is {n}.',
        'Correction: the API runs on port {n}.',
        'I changed the API port to {n}.',
        'The API port is now {n}, not {o}.',
        'We moved the API port from {o} to {n}.',
        'Please change the API port to {n}.',
      ],
      ask: [
        'Which port does the API use?',
        'What is the API port?',
        'On which port does the API run?',
      ],
    },
    other: {
      old: [
        'You reach the API over port {o}.',
        'API: port {o}, by the way.',
        'Point your client at port {o} for the API.',
        'The API is listening on {o}.',
      ],
      new: [
        'Oops, my mistake, I meant {n}.',
        'Scratch that, it is {n}.',
        'It should be {n} instead of {o}.',
        'No wait, {n} is the right one.',
        'Not {o} but {n}, I mixed them up.',
        'Ops moved it, so it is {n} now.',
      ],
      ask: [
        'What port should I use for the API?',
        'API port?',
        'Which port is the API listening on?',
      ],
    },
  },
  {
    kind: 'moved date',
    values: [
      'March 3',
      'April 12',
      'May 20',
      'June 8',
      'July 17',
      'August 2',
      'September 9',
      'October 21',
      'November 5',
      'December 1',
    ],
    plain: {
      old: ['The launch is on {o}.', 'The launch date is {o}.', 'Our launch is scheduled for {o}.'],
      new: [
        'The launch has been moved to {n}.',
        'The launch is now on {n}.',
        'We postponed the launch from {o} to {n}.',
        'Correction, the launch is on {n}.',
      ],
      ask: ['When is the launch?', 'What is the date of the launch?'],
    },
    other: {
      old: [
        'Mark {o} for the launch.',
        'We go live with the launch on {o}.',
        'The launch will happen on {o}.',
      ],
      new: [
        'The launch slipped to {n}.',
        'The launch got pushed back to {n}, sigh.',
        'They rescheduled the launch for {n}.',
        'Launch day is {n} now.',
      ],
      ask: ['On which day do we launch?', 'When does the launch take place?'],
    },
  },
  {
    kind: 'changed taste',
    values: [
      'green',
      'purple',
      'orange',
      'teal',
      'crimson',
      'navy',
      'yellow',
      'beige',
      'turquoise',
      'magenta',
    ],
    plain: {
      old: [
        'My favorite color is {o}.',
        '{o} is my favorite color.',
        'My favourite colour is {o}.',
      ],
      new: [
        'My favorite color is {n} now.',
        'My favorite color has changed to {n}.',
        'Actually, my favorite color is {n}.',
        '{n} is my new favorite color.',
      ],
      ask: ['What is my favorite color?', 'Which color is my favorite?'],
    },
    other: {
      old: [
        'If you ask me for a color, {o} is my favorite one.',
        'My all-time favorite color would be {o}.',
        'My favorite color? That is {o}.',
      ],
      new: [
        'Turns out my favorite color is {n}, not {o}.',
        'I used to love {o}, but {n} has become my favorite color.',
        'Forget what I said, my favorite color is {n}.',
        'These days my favorite color is {n}.',
      ],
      ask: ['Which colour do I like best?', 'What color do I prefer most?'],
    },
  },
  {
    kind: 'changed tool',
    values: [
      'Vim',
      'Emacs',
      'Neovim',
      'Zed',
      'Sublime',
      'Helix',
      'Nano',
      'Kakoune',
      'Atom',
      'Eclipse',
    ],
    plain: {
      old: ['My editor is {o}.', 'The editor I use is {o}.', 'I use {o} as my editor.'],
      new: [
        'My editor is {n} now.',
        'I switched from {o} to {n}.',
        'I replaced {o} with {n}.',
        'I no longer use {o}, my editor is {n}.',
      ],
      ask: ['Which editor do I use?', 'What is my editor?'],
    },
    other: {
      old: [
        '{o} is my editor of choice.',
        'I write all my code with {o} as my editor.',
        'For an editor I rely on {o}.',
      ],
      new: [
        'I ditched {o} for {n}.',
        '{o} is out, {n} is in.',
        'I gave up {o} in favor of {n} as my editor.',
        'I have migrated from {o} to {n}.',
      ],
      ask: [
        'What do I edit code with these days, which editor?',
        'Name the editor that I work with.',
      ],
    },
  },
  {
    kind: 'reversed decision',
    values: [
      'Postgres',
      'MySQL',
      'SQLite',
      'MongoDB',
      'Redis',
      'Cassandra',
      'DynamoDB',
      'CockroachDB',
      'MariaDB',
      'Firebird',
    ],
    plain: {
      old: [
        'We decided to use {o} for storage.',
        "Let's go with {o} for storage.",
        'We chose {o} for storage.',
      ],
      new: [
        'We decided against {o}, we will use {n} for storage.',
        'We switched from {o} to {n}.',
        "Let's use {n} for storage instead of {o}.",
        'We replaced {o} with {n}.',
      ],
      ask: ['What did we decide on for storage?', 'Which database do we use for storage?'],
    },
    other: {
      old: [
        'After the meeting we settled on {o} for storage.',
        'The team picked {o} for storage.',
        'We are going with {o} for storage.',
      ],
      new: [
        'On second thought we dropped {o} in favor of {n}.',
        'We abandoned {o} and went with {n}.',
        'Scrap that, we are going with {n} for storage, not {o}.',
        'The team voted for {n} for storage rather than {o}.',
      ],
      ask: ['What is our choice for storage?', 'Which storage did we choose?'],
    },
  },
  {
    kind: 'someone else moved',
    values: [
      'Rome',
      'Dublin',
      'Vienna',
      'Seville',
      'Ghent',
      'Malmo',
      'Turin',
      'Basel',
      'Nantes',
      'Split',
    ],
    plain: {
      old: ['My sister lives in {o}.', 'My sister is based in {o}.'],
      new: [
        'My sister moved to {n}.',
        'My sister lives in {n} now.',
        'My sister has relocated from {o} to {n}.',
      ],
      ask: ['Where does my sister live?', 'In which city does my sister live?'],
    },
    other: {
      old: ['My sister has settled in {o}.', 'My sister rents a flat in {o}.'],
      new: [
        'My sister left {o} for {n}.',
        'My sister just moved into a house in {n}.',
        'My sister is living in {n} these days.',
      ],
      ask: ['What town is my sister living in?', "What is my sister's city?"],
    },
  },
];
