/** Words between two things that are one: `the login of the wiki`. */
export const joining = new Set([
  'of',
  'for',
  'in',
  'on',
  'at',
  'to',
  'the',
  'my',
  'our',
  'your',
  's',
]);

export const pronouns = new Set([
  'i',
  'we',
  'you',
  'he',
  'she',
  'it',
  'they',
  'that',
  'this',
  'there',
]);

/** Verbs that most statements of what holds are made with. */
export const being =
  /^(?:is|are|was|were|has|have|had|will|should|must|got|gets|goes|go|runs|run|listens|lives|moved|moves|changed|changes|slipped|shifted|starts|uses|can|now|been|s|works|needs|takes|comes|sits|does|did|do)$/;
