/** A rule of accounts and requests, and the change of a source that takes it away. */
export interface Rule {
  name: string;
  /** The source that has it, from the folder of the packages. */
  file: string;
  /** The text that is replaced, once, and what stands in its place. */
  from: string;
  to: string;
}

const ACCOUNT = 'summarizer/src/account/';

export const rules: readonly Rule[] = [
  {
    name: 'results of acts before the ends of turns',
    file: `${ACCOUNT}choose-turns.ts`,
    from: '  addResults(choice, room.left() - choice.whole * RESULTS_SHARE);\n',
    to: '',
  },
  {
    name: 'room that nothing took for ends, notes and acts',
    file: `${ACCOUNT}choose-turns.ts`,
    from: 'choice.whole >= LEAST_TO_FILL',
    to: 'choice.whole < 0',
  },
  {
    name: 'notes within turns',
    file: `${ACCOUNT}choose-turns.ts`,
    from: 'turn.calls < CALLS_PER_NOTE) return [];',
    to: 'turn.calls >= 0) return [];',
  },
  {
    name: 'acts whose kind is rare first',
    file: `${ACCOUNT}choose-turns.ts`,
    from: 'times.get(act.kind) ?? 0;\n',
    to: '0;\n',
  },
  {
    name: 'words that are rare and recur',
    file: `${ACCOUNT}salience.ts`,
    from: 'return terms.size === 0 ? 0 : sum',
    to: 'return sum >= 0 ? 0 : sum',
  },
  {
    name: 'words that are sent again told once',
    file: `${ACCOUNT}render-account.ts`,
    from: 'withoutRepeatedWords(content.turns).map',
    to: 'content.turns.map',
  },
  {
    name: 'pastes shortened before words',
    file: `${ACCOUNT}turn-lines.ts`,
    from: 'shorten(withoutPastes(words), maxLength)',
    to: 'shorten(words, maxLength)',
  },
  {
    name: 'the line of a result that is spoken of next',
    file: `${ACCOUNT}telling-result.ts`,
    from: 'failure ?? spokenOf(all, next)',
    to: 'failure',
  },
  {
    name: 'commands in fences as calls',
    file: `${ACCOUNT}read-log.ts`,
    from: 'withFencedCalls(given)',
    to: 'given',
  },
  {
    name: 'open errors',
    file: `${ACCOUNT}render-account.ts`,
    from: 'content.errors.map(',
    to: 'content.errors.slice(0, 0).map(',
  },
  {
    name: 'files',
    file: `${ACCOUNT}render-account.ts`,
    from: 'fileLines(content.files)',
    to: 'fileLines([])',
  },
  {
    name: 'values',
    file: `${ACCOUNT}render-account.ts`,
    from: 'renderLedger(content.ledger,',
    to: 'renderLedger([],',
  },
  {
    name: 'lines with exact values in results that are cut',
    file: 'context/src/truncation/truncate-text.ts',
    from: 'if (maxTokens < MIN_TOKENS_WITH_LINES)',
    to: 'if (maxTokens >= 0)',
  },
  {
    name: 'lines that newer messages show left out',
    file: 'context/src/working-set/choose-working-set.ts',
    from: 'const lines = isOld ?',
    to: 'const lines = index < 0 ?',
  },
  {
    name: 'the newest plan kept',
    file: 'context/src/working-set/choose-working-set.ts',
    from: 'if (plan !== undefined && plan.tokens',
    to: 'if (plan !== undefined && plan.tokens < 0 && plan.tokens',
  },
];
