import net from 'node:net';

/**
 * Sends requests from so many clients at once for a while; resolves with requests per second. Each
 * client has one connection and reads of an answer no more than it must: where client and server
 * share few cores, the client must not be what is measured.
 */
export async function load({ clients, milliseconds, request }) {
  let count = 0;
  const start = performance.now();
  const end = start + milliseconds;
  const run = async (client) => {
    const { hostname, port } = new URL(request(client, count).path);
    const connection = connect(hostname, port);
    while (performance.now() < end) {
      const { path, body, headers } = request(client, count);
      const status = await connection.send(requestText(path, body, headers));
      if (status >= 300) throw new Error(`${status} ${path}`);
      count++;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
  return count / ((performance.now() - start) / 1000);
}

function requestText(url, body, headers) {
  const { host, pathname, search } = new URL(url);
  const lines = [`${body === undefined ? 'GET' : 'POST'} ${pathname}${search} HTTP/1.1`];
  lines.push(`host: ${host}`, ...Object.entries(headers).map((header) => header.join(': ')));
  if (body === undefined) return `${lines.join('\r\n')}\r\n\r\n`;
  const length = Buffer.byteLength(body);
  lines.push('content-type: application/json', `content-length: ${length}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** A connection with one request at a time, whose answers must say their length. */
function connect(hostname, port) {
  let answer = Promise.withResolvers();
  let head = '';
  let status = 0;
  let missing = 0;

  function receive(length, buffer) {
    if (missing > 0) missing -= length;
    else readHead(buffer.latin1Slice(0, length));
    if (missing === 0 && head === '') answer.resolve(status);
    return true;
  }

  function readHead(text) {
    head += text;
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    const [, digits] = /\r\ncontent-length: (\d+)\r\n/i.exec(head.slice(0, end + 2)) ?? [];
    if (digits === undefined) answer.reject(new Error(`no length: ${head.slice(0, end)}`));
    status = Number(head.slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3));
    missing = Number(digits) - (head.length - end - '\r\n\r\n'.length);
    head = '';
  }

  const onread = { buffer: Buffer.alloc(1 << 16), callback: receive };
  const socket = net.connect({ host: hostname, port: Number(port), noDelay: true, onread });
  socket.on('error', (error) => answer.reject(error));
  socket.on('end', () => answer.reject(new Error('The server closed the connection.')));
  return {
    send(text) {
      answer = Promise.withResolvers();
      socket.write(text);
      return answer.promise;
    },
    close: () => socket.destroy(),
  };
}

/** The median of some numbers. */
export const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

export const print = (text) => process.stdout.write(`${text}\n`);
