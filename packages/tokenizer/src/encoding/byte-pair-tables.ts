import { createLongMerger, type LongMerger } from './merge-long.js';
import { createPairTable, type PairTable } from '../vocabulary/pair-table.js';
import type { Scanner } from '../scanning/scanner.js';
import { createSymbolReader, type SymbolReader } from '../vocabulary/symbols.js';
import { createTokenTable, type TokenTable } from '../vocabulary/token-table.js';
import {
  type PackedVocabulary,
  unpackVocabulary,
  type Vocabulary,
} from '../vocabulary/vocabulary.js';

/** The tables that all encoders of an encoding share. */
export interface BytePairTables {
  vocabulary: Vocabulary;
  scan: Scanner;
  tokens: TokenTable;
  /** Needed only for pieces that are not a token; built on first use. */
  merging(): MergingTables;
}

interface MergingTables {
  pairs: PairTable;
  symbolReader: SymbolReader;
  /** Built for the first long piece. */
  longMerger(): LongMerger;
}

/** Unpacks a vocabulary and builds its tables. */
export function createBytePairTables(packed: PackedVocabulary, scan: Scanner): BytePairTables {
  const vocabulary = unpackVocabulary(packed);
  const tokens = createTokenTable(vocabulary);
  let made: MergingTables | undefined;

  function merging(): MergingTables {
    if (made === undefined) {
      const pairs = createPairTable(vocabulary);
      const symbolReader = createSymbolReader(vocabulary, tokens, pairs);
      let long: LongMerger | undefined;
      const longMerger = (): LongMerger => (long ??= createLongMerger(vocabulary, tokens, pairs));
      made = { pairs, symbolReader, longMerger };
    }
    return made;
  }

  return { vocabulary, scan, tokens, merging };
}
