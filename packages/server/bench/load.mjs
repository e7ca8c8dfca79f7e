import http from 'node:http';

/** Sends requests from so many clients at once for a while; resolves with requests per second. */
export async function load({ clients, milliseconds, request }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: clients });
  let count = 0;
  const end = performance.now() + milliseconds;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < end) {
        const { path, body, headers } = request(client, count);
        await send(agent, path, body, headers);
        count++;
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return count / seconds;
}

function send(agent, url, body, headers) {
  return new Promise((resolve, reject) => {
    const request = http.request(
      url,
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...headers,
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        if (response.statusCode >= 300) reject(new Error(`${response.statusCode} ${url}`));
        response.resume().on('end', resolve);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** The median of some numbers. */
export const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

export const print = (text) => process.stdout.write(`${text}\n`);
