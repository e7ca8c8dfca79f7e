import { describe, expect, it } from 'vitest';

import { BY_URL, readFileRefusal } from './file-refusal.js';

const sent = [
  'image/png',
  'image/bmp',
  'audio/wav',
  'video/mp4',
  'application/pdf',
  `application/pdf${BY_URL}`,
  'application/zip',
];

/** Errors that the adapters of the AI SDK throw before they send anything. */
const unsupported: readonly [functionality: string, refused: readonly string[]][] = [
  ['media type: video/mp4', ['video/mp4']],
  ['file part media type application/zip', ['application/zip']],
  ['audio content parts with media type audio/ogg', []],
  ['audio media type audio/wav', ['audio/wav']],
  ['PDF file parts with URLs', [`application/pdf${BY_URL}`]],
  ['audio file parts with URLs', []],
  ['audio parts', ['audio/wav']],
  ['non-image file content parts', sent.slice(2)],
  ['file parts', sent],
  ['Only images and PDF file parts are supported', ['audio/wav', 'video/mp4', 'application/zip']],
  ['provider-defined tool shell', []],
];

/** Answers of providers, each with its status. */
const answers: readonly [status: number, message: string, refused: readonly string[]][] = [
  [400, 'Unsupported MIME type: application/zip', ['application/zip']],
  [
    400,
    "messages.0.content.1.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
    ['image/bmp'],
  ],
  [
    400,
    "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
    ['image/bmp'],
  ],
  [415, 'media type video/mp4 is not supported', ['video/mp4']],
  [
    400,
    'messages.0.content.1.image.source.base64: The image was specified using the image/png media type, but the image appears to be a image/bmp image',
    [],
  ],
  [
    400,
    "Invalid file data: 'messages[0].content[1].file.file_data'. Expected a base64-encoded data URL with an application/pdf MIME type (e.g. 'data:application/pdf;base64,aW1n...'), but got unsupported MIME type 'application/zip'.",
    ['application/zip'],
  ],
  [400, 'Invalid schema for function "read" of application/zip', []],
  [500, 'Unsupported MIME type: application/zip', []],
];

describe('readFileRefusal', () => {
  it.each(unsupported)('an adapter: %s', (functionality, refused) => {
    const error = Object.assign(new Error(`'${functionality}' functionality not supported.`), {
      name: 'AI_UnsupportedFunctionalityError',
      functionality,
    });
    expect(readFileRefusal(error, sent)).toEqual(refused);
    expect(readFileRefusal(new Error('failed', { cause: error }), sent)).toEqual(refused);
  });

  it.each(answers)('a provider, %s: %s', (statusCode, message, refused) => {
    expect(readFileRefusal(Object.assign(new Error(message), { statusCode }), sent)).toEqual(
      refused,
    );
  });

  it('an adapter that lists what it takes', () => {
    const error = Object.assign(
      new Error('Unsupported image mime type: image/bmp, expected one of: image/jpeg, image/png'),
      { name: 'AI_UnsupportedFunctionalityError', functionality: 'image mime type: image/bmp' },
    );
    expect(readFileRefusal(error, sent)).toEqual(['image/bmp']);
  });

  it('reads anything, and finds nothing in what is about something else', () => {
    const odd: unknown[] = [
      undefined,
      null,
      5,
      'media type video/mp4',
      {},
      new Error('overloaded'),
    ];
    for (const error of odd) expect(readFileRefusal(error, sent)).toEqual([]);
    const subtype = Object.assign(new Error('Unsupported MIME type: image/bmp2'), { status: 400 });
    expect(readFileRefusal(subtype, sent)).toEqual([]);
  });
});
