import { type PieceWeights, UNITS_PER_TOKEN } from './byte-pair-encoder.js';
import type { TokenizerFamily } from '../models/model-info.js';
import { PIECE_CLASSES, type PieceClass } from '../scanning/piece-class.js';

/** Tokens of another tokenizer for each token of o200k_base, by the class of the piece. */
type Factors = Record<PieceClass, number>;

const CLAUDE: Factors = {
  word: 1.29,
  capital: 1.1,
  number: 1,
  symbol: 1.1,
  line: 1.25,
  space: 1,
  letter: 1.6,
  ideograph: 1.45,
  other: 1.45,
};

const GEMINI: Factors = {
  word: 1.08,
  capital: 1,
  number: 1.27,
  symbol: 1,
  line: 1.93,
  space: 1.56,
  letter: 1.1,
  ideograph: 1,
  other: 1.1,
};

/** The factor of the newer Claude tokenizer, except for ideographs. */
const NEWER_CLAUDE = 1.3;

/**
 * Factors of the families without a public tokenizer. Sources:
 * - Claude, Gemini: fitted to the growth of prompts between the recorded calls of coding agents
 *   (Claude Code, pi, mini-SWE-agent) by `scripts/fit-estimators.ts`, which prints them with their
 *   errors on sessions that were left out. None is below 1, so that no text is counted as fewer
 *   tokens than the stand-in has: capitals came out lower (0.90 and 0.66), Claude's numbers and
 *   spaces (0.83 and 0.90), and Gemini's symbols (0.87).
 * - `letter`, `ideograph`, `other` do not occur there. Claude: 1.65 against 1.15 for Chinese
 *   (A. Komatsuzaki's comparison of tokenizers, April 2026), the others assumed likewise. Gemini:
 *   its vocabulary is larger, so never below the stand-in.
 * - `claude-4.7`: "approximately 30 percent more tokens" (Anthropic's token counting page), but
 *   none on Chinese, Japanese and Korean (independent probes with its counting endpoint).
 * - `unknown`: the larger of Claude's and Gemini's for each class.
 */
const FACTORS: Record<Exclude<TokenizerFamily, 'openai'>, Factors> = {
  claude: CLAUDE,
  'claude-4.7': {
    ...mapFactors(CLAUDE, (factor) => factor * NEWER_CLAUDE),
    ideograph: CLAUDE.ideograph,
  },
  gemini: GEMINI,
  unknown: mapFactors(CLAUDE, (factor, name) => Math.max(factor, GEMINI[name])),
};

/** The weights of a family; none for OpenAI, whose encodings are public. */
export function estimateWeights(family: TokenizerFamily): PieceWeights | undefined {
  if (family === 'openai') return undefined;
  const factors = FACTORS[family];
  return Int32Array.from(PIECE_CLASSES, (name) => Math.round(factors[name] * UNITS_PER_TOKEN));
}

function mapFactors(factors: Factors, map: (factor: number, name: PieceClass) => number): Factors {
  return Object.fromEntries(
    PIECE_CLASSES.map((name) => [name, map(factors[name], name)]),
  ) as Factors;
}
