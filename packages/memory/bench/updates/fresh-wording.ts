import { cities } from './cities.ts';
import type { Wording } from './update-case.ts';

interface FreshSlot extends Wording {
  kind: string;
  values: readonly string[];
}

/**
 * A second set in other words, written after the rules and without a look at them. The README has
 * the figures of its first run, before anything was mended for it.
 */
export const freshSlots: readonly FreshSlot[] = [
  {
    kind: 'moved house',
    values: cities,
    old: [
      'Just so you know, I live in {o}, so times are local to that.',
      'We have been living in {o} since 2019.',
      "I'm a {o} resident.",
    ],
    new: [
      "We've just moved, our new city is {n}.",
      'Update: I relocated from {o} to {n} over the weekend.',
      "I've said goodbye to {o}; I live in {n} now.",
      'My address changed, I live in {n} now.',
    ],
    ask: ['Where am I living at the moment?', 'Which city should you assume for me?'],
  },
  {
    kind: 'changed car',
    values: [
      'Golf',
      'Corolla',
      'Civic',
      'Focus',
      'Octavia',
      'Polo',
      'Leaf',
      'Panda',
      'Yaris',
      'Fiesta',
    ],
    old: ['I drive a {o}.', 'My car is a {o}.', 'We own a {o}, it is our only car.'],
    new: [
      'I sold the {o} and bought a {n}.',
      'My car is a {n} now.',
      'I replaced my {o} with a {n}.',
      'These days I drive a {n}.',
    ],
    ask: ['What car do I drive?', 'Which car do I have?'],
  },
  {
    kind: 'new phone number',
    values: [
      '5550101',
      '5550137',
      '5550188',
      '5550112',
      '5550166',
      '5550149',
      '5550123',
      '5550155',
      '5550177',
      '5550190',
    ],
    old: [
      'My phone number is {o}.',
      'You can reach me on {o}, that is my phone number.',
      'My number is {o}.',
    ],
    new: [
      'My phone number is {n} now.',
      'I got a new phone number: {n}.',
      'I changed my phone number from {o} to {n}.',
      'Please update my phone number to {n}.',
    ],
    ask: ['What is my phone number?', 'Which number can I be reached on?'],
  },
  {
    kind: 'moved date',
    values: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    old: [
      'The deadline is {o}.',
      'Our deadline is on {o}.',
      'The report is due on {o}, that is the deadline.',
    ],
    new: [
      'The deadline was extended to {n}.',
      'They moved the deadline from {o} to {n}.',
      'Good news, the deadline is {n} instead of {o}.',
      'The deadline has shifted to {n}.',
    ],
    ask: ['When is the deadline?', 'What is our deadline?'],
  },
  {
    kind: 'changed role',
    values: [
      'designer',
      'engineer',
      'teacher',
      'nurse',
      'analyst',
      'architect',
      'editor',
      'chef',
      'pilot',
      'translator',
    ],
    old: ['I work as a {o}.', 'I am a {o} by profession.', 'My job title is {o}.'],
    new: [
      'I retrained and work as a {n} now.',
      'I am no longer a {o}, I am a {n}.',
      'I became a {n} this year.',
      'My new role is {n}.',
    ],
    ask: ['What do I do for work?', 'What is my profession?'],
  },
  {
    kind: 'corrected value',
    values: ['20', '35', '48', '52', '64', '75', '81', '90', '110', '128'],
    old: [
      'The timeout is {o} seconds.',
      'Set the timeout to {o} seconds.',
      'We run with a timeout of {o} seconds.',
    ],
    new: [
      'The timeout should be {n} seconds.',
      'I raised the timeout from {o} to {n} seconds.',
      'Sorry, the timeout is {n} seconds, not {o}.',
      'Change the timeout to {n} seconds.',
    ],
    ask: ['What is the timeout?', 'How long is the timeout?'],
  },
  {
    kind: 'new branch',
    values: ['main', 'develop', 'release', 'trunk', 'staging', 'next', 'beta', 'nightly'],
    old: [
      'Our default branch is {o}.',
      'The default branch is {o}.',
      'We deploy from the {o} branch, it is our default branch.',
    ],
    new: [
      'We renamed the default branch to {n}.',
      'The default branch is {n} from now on.',
      'The default branch is no longer {o} but {n}.',
      'We changed the default branch from {o} to {n}.',
    ],
    ask: ['What is the default branch?', 'Which branch is our default?'],
  },
  {
    kind: 'someone else changed job',
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
    old: ['My wife works at {o}.', 'My wife is employed at {o}.', 'My wife has a job at {o}.'],
    new: [
      'My wife left {o} and joined {n}.',
      'My wife works for {n} now.',
      'My wife started a new job at {n}.',
      'My wife switched from {o} to {n}.',
    ],
    ask: ['Where does my wife work?', "What is my wife's employer?"],
  },
];
