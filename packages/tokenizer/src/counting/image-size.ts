import type { ImageSize } from './image-tokens.js';

/**
 * Width and height from the header of a PNG, GIF, JPEG or WebP file; `undefined` for any other
 * content. Reads at most the first 64 kB.
 */
export function readImageSize(bytes: Uint8Array): ImageSize | undefined {
  const head = bytes.subarray(0, 65_536);
  if (head.length < 30) return undefined;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const size = readSize(view);
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

function readSize(view: DataView): ImageSize | undefined {
  const magic = view.getUint32(0);
  if (magic === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) };
  if (magic >>> 8 === 0x474946) {
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  }
  if (magic >>> 16 === 0xffd8) return readJpegSize(view);
  if (magic === 0x52494646 && view.getUint32(8) === 0x57454250) return readWebpSize(view);
  return undefined;
}

function readJpegSize(view: DataView): ImageSize | undefined {
  let offset = 2;
  while (offset + 9 < view.byteLength && view.getUint8(offset) === 0xff) {
    const marker = view.getUint8(offset + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) };
    offset += 2 + view.getUint16(offset + 2);
  }
  return undefined;
}

function readWebpSize(view: DataView): ImageSize | undefined {
  switch (view.getUint32(12)) {
    case 0x56503820: // "VP8 "
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case 0x5650384c: {
      // "VP8L"
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 0x56503858: // "VP8X"
      return {
        width: (view.getUint32(24, true) & 0xffffff) + 1,
        height: ((view.getUint32(26, true) >>> 8) & 0xffffff) + 1,
      };
    default:
      return undefined;
  }
}
