import { expect, test } from 'vitest';

import { isMediaType } from './media-type.js';

test.each([
  'image/png',
  'IMAGE/PNG',
  'image/*',
  'image',
  'text/plain; charset=utf-8',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/ld+json;profile="https://example.test"',
  'chemical/x-pdb',
])('%s is a media type', (text) => expect(isMediaType(text)).toBe(true));

test.each([
  '',
  ' ',
  'png',
  'not a type',
  'image/',
  '/png',
  'image/png/x',
  'image/png\n',
  'image/png; a=b\nc',
  '../../etc/passwd',
  '../x',
  'bild/ümlaut',
  `image/${'x'.repeat(128)}`,
])('%j is none', (text) => expect(isMediaType(text)).toBe(false));
