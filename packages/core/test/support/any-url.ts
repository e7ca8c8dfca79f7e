import fc from 'fast-check';

import { anyCharacter } from './any-character.js';

/** Any address; `webUrl` of fast-check makes a table of a million characters first. */
export const anyUrl: fc.Arbitrary<URL> = fc
  .tuple(
    fc.constantFrom('https://example.com', 'http://user:word@127.0.0.1:8080', 'ftp://[::1]'),
    fc.string({ unit: anyCharacter, maxLength: 20 }),
  )
  .map(([origin, rest]) => new URL(`${origin}/${rest}`));
