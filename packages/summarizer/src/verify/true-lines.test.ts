import { makeEntries } from '@everlong/testing';
import { describe, expect, it } from 'vitest';

import type { SectionName } from '../sections/section-names.js';
import { createSourceIndex } from './source-index.js';
import { verifySections } from './verify-sections.js';

const logs = {
  en: createSourceIndex(
    makeEntries([
      [
        'user',
        'The checkout on staging-eu-2 fails with 504 since Monday. Find out why, but do not touch the payments table. Keep it super concise.',
      ],
      ['call', 'Bash', { command: 'npm run load-test -- --users 40' }],
      [
        'result',
        'p99 2310 ms\nwaited for a connection: 412\nrequests: 12000, failed: 1187\nTotal revenue 1,234.56 EUR',
      ],
      ['call', 'Read', { file_path: '/home/ana/shop/src/db/pool.ts' }],
      [
        'result',
        '1 export const poolSize = 4;\n2 export class ConnectionPool {\n3   acquire(timeoutMs = 30000) {}\n4 }',
      ],
      ['assistant', 'poolSize is 4 while 40 users wait. I raise it to 12 in src/db/pool.ts.'],
      [
        'call',
        'Edit',
        {
          file_path: '/home/ana/shop/src/db/pool.ts',
          old_string: 'poolSize = 4',
          new_string: 'poolSize = 12',
        },
      ],
      ['result', 'ok'],
      ['call', 'Bash', { command: 'git commit -am "Raise the pool" && npm test' }],
      [
        'result',
        '[main 8f3c2d19ab44e0c1] Raise the pool\n All 214 tests are green\n2026-11-23T10:42:07Z done in 61.4 s',
      ],
      ['call', 'Bash', { command: 'npm run load-test -- --users 40' }],
      ['result', 'p99 310 ms\nwaited for a connection: 0\nrequests: 12000, failed: 0'],
      [
        'user',
        'Good. Ship it as v2.3.1 to https://deploy.example.com/api/v2/releases, ticket OPS-4471. Deploy at 18:30, not before.',
      ],
      ['error', 'exit code 127: kubectl: command not found'],
      ['assistant', 'kubectl is missing on this machine; the release waits.'],
    ]),
  ),
  de: createSourceIndex(
    makeEntries([
      [
        'user',
        'Die Rechnung R-2026-0815 über 1.234,56 € ist falsch, bitte korrigieren. Ändere nichts an der Vorlage vorlage.odt!',
      ],
      ['call', 'read_file', { path: 'rechnungen/R-2026-0815.xml' }],
      ['result', '<betrag>1234.56</betrag><mwst>19</mwst><faellig>2026-12-01</faellig>'],
      [
        'assistant',
        'Der Betrag stimmt, aber die Mehrwertsteuer muss 7 % sein, denn es sind Bücher. Alle 38 Positionen sind geprüft.',
      ],
      ['call', 'write_file', { path: 'rechnungen/R-2026-0815.xml', content: '<mwst>7</mwst>' }],
      ['result', 'geschrieben, 2 von 2 Prüfungen bestanden'],
      ['user', 'Danke. Schick sie an buchhaltung@verlag-nord.de, aber erst am 1. Dezember.'],
    ]),
  ),
  zh: createSourceIndex(
    makeEntries([
      ['user', '你先不要写代码，先看看 server/api/login.py 为什么返回 401。端口是 8443。'],
      ['call', 'Bash', { command: 'grep -n token server/api/login.py' }],
      ['result', '88: if token.expired_at < now - 3600:\n91:     raise AuthError(401)'],
      ['assistant', '第 88 行的 expired_at 用的是本地时间，应当用 UTC。差 8 小时，即 28800 秒。'],
      ['user', '好，改成 UTC，不要动测试。'],
      [
        'call',
        'Edit',
        { file_path: 'server/api/login.py', old_string: 'now', new_string: 'utcnow' },
      ],
      ['result', 'ok'],
    ]),
  ),
};

/** What a careful writer says of these logs, in another language as often as not. */
const trueLines: Record<keyof typeof logs, [SectionName, string][]> = {
  en: [
    [
      'Files Modified',
      '- src/db/pool.ts: poolSize raised from 4 to 12 (#6); nothing else was changed.',
    ],
    ['Files Modified', '- pool.ts: größere Verbindungs-Pools, 4 → 12 (#6)'],
    ['Files Modified', '- `src/db/pool.ts` — `poolSize` 4→12'],
    [
      'Key Decisions',
      '- The 504s come from ConnectionPool.acquire(), which waits up to 30 s (30,000 ms) for one of 4 connections.',
    ],
    [
      'Key Decisions',
      '- El grupo de conexiones era demasiado pequeño: 412 esperas con 40 usuarios (#2).',
    ],
    ['Key Decisions', '- 原因：连接池只有 4 个连接，40 个用户在等待（#2、#5）。'],
    [
      'Key Decisions',
      '- プールを 4 から 12 に増やした。p99 は 2310 ms から 310 ms に下がった（#2, #11）。',
    ],
    ['Current State', '- All 214 tests pass (#9).'],
    [
      'Current State',
      '- Alle 214 Tests laufen (#9); der Lasttest braucht jetzt 310 ms statt 2,3 s im 99. Perzentil.',
    ],
    [
      'Current State',
      '- p99 went from 2,310 ms to 310 ms, about 87 % less; failed requests from 1,187 of 12,000 (9.9 %) to none (#2, #11).',
    ],
    [
      'Current State',
      '- Committed as 8f3c2d1 on main on 23 November 2026, tests took about a minute (61 s).',
    ],
    ['Current State', '- Commit 8f3c2d19 vom 23.11.2026, 10:42 Uhr UTC.'],
    [
      'Current State',
      '- kubectl is not installed here, the deploy ended with exit code 127 (#13).',
    ],
    ['Current State', '- The deploy failed: "kubectl: command not found" (#13).'],
    ['Current State', '- El despliegue falló con código 127: falta kubectl (#13).'],
    ['Current State', '- Requests #1–#11 are done; #12 to #14 are open.'],
    ['Current State', '- See entries #9-11 for the results.'],
    [
      'Pending Tasks',
      '- Release 2.3.1 after 18:30 via POST to deploy.example.com/api/v2/releases, then close OPS-4471.',
    ],
    ['Pending Tasks', '- Version 2.3.1 erst um 18:30 Uhr ausliefern (Ticket OPS-4471).'],
    ['Pending Tasks', '- Install `kubectl`, then `npm run load-test` again with 40 users.'],
    ['Important Values', '- Revenue in the load test: 1234.56 EUR; requests 12k.'],
    ['Important Values', '- Ingresos: 1.234,56 EUR.'],
    ['Important Values', '- Release URL: https://deploy.example.com/api/v2/releases'],
    ['Important Values', '- Staging is `staging-eu-2`; the shop is in /home/ana/shop.'],
    ['Important Values', '- Timeout of acquire: timeoutMs = 30000 (30 seconds)'],
    ['Constraints', '- "do not touch the payments table" (#0)'],
    ['Constraints', '- "Keep it super concise." (#0)'],
    ['Constraints', '- „Deploy at 18:30, not before“ (#12)'],
    ['Constraints', '- "do not touch the payments table", "Keep it super concise" (#0)'],
    ['Constraints', "- 'do not touch the payments table' (#0)"],
    ['Constraints', '- “Ship it as v2.3.1 … Deploy at 18:30, not before.” (#12)'],
    ['Constraints', '- The payments table must not be touched (#0).'],
    ['Constraints', '- Zahlungstabelle nicht anfassen: "do not touch the payments table" (#0)'],
    ['Constraints', '- «Deploy at 18:30, not before»: the user wants to be there.'],
    ['Constraints', '- "Find out why, but do not touch…" (#0)'],
  ],
  de: [
    [
      'Files Modified',
      '- rechnungen/R-2026-0815.xml: VAT changed from 19 % to 7 % (#4), both checks passed.',
    ],
    ['Files Modified', '- R-2026-0815.xml: MwSt 19 → 7'],
    ['Key Decisions', '- The items are books, hence 7 % VAT instead of 19 % (#3).'],
    ['Key Decisions', '- 税率从 19% 改为 7%，因为都是书（#3）。'],
    ['Current State', '- All 38 items were checked; the amount of €1,234.56 is right.'],
    ['Current State', '- Los 38 artículos están revisados; el importe de 1234,56 € es correcto.'],
    ['Current State', '- 38品目すべて確認済み。金額 1,234.56 ユーロは正しい（#2）。'],
    [
      'Pending Tasks',
      '- Send the invoice to buchhaltung@verlag-nord.de on 1 December 2026 (2026-12-01), not earlier.',
    ],
    ['Pending Tasks', '- Am 01.12.2026 an buchhaltung@verlag-nord.de schicken.'],
    ['Important Values', '- Invoice R-2026-0815, due 2026-12-01, 1.234,56 €'],
    ['Important Values', '- Invoice 0815 of 2026'],
    ['Constraints', '- "Ändere nichts an der Vorlage vorlage.odt!" (#0)'],
    ['Constraints', '- "aber erst am 1. Dezember" (#6)'],
    ['Constraints', '- Do not change the template: „Ändere nichts an der Vorlage“ (#0)'],
  ],
  zh: [
    ['Files Modified', '- server/api/login.py: line 88 now uses UTC (utcnow) (#5)'],
    ['Files Modified', '- login.py（第 88 行）：now 改为 utcnow'],
    [
      'Key Decisions',
      '- expired_at was compared in local time; 8 hours = 28,800 s off, so tokens looked expired (#3).',
    ],
    [
      'Key Decisions',
      '- `expired_at` stand in Ortszeit, 8 Stunden (28.800 Sekunden) daneben; daher 401.',
    ],
    ['Current State', '- login.py:88 is changed; login.py:91 still raises AuthError(401).'],
    ['Current State', '- The change is made, no test was run.'],
    ['Important Values', '- Port 8443, localhost:8443'],
    ['Important Values', '- ポートは 8443 番'],
    ['Constraints', '- "不要动测试" (#4)'],
    ['Constraints', '- 「你先不要写代码」（#0）'],
    ['Constraints', '- Do not touch the tests: "不要动测试" (#4)'],
    ['Constraints', '- "好，改成 UTC，不要动测试。" (#4)'],
  ],
};

/** Values that differ in a digit or letter, and words that nobody said. */
const falseLines: Record<keyof typeof logs, string[]> = {
  en: [
    'The pool has 30,001 ms.',
    'Revenue 1.234,57 EUR',
    'Release 2.3.2',
    'Commit 8f3c2d2',
    'Date 24.11.2026',
    'Requests: 13k',
    'ConnectionPool.acquireAll() waits',
    'staging-eu-3 fails',
    'Ticket OPS-4472',
    'deploy.example.com/api/v3/releases',
    'The user said "do not touch … the orders table".',
    'It ended with exit code 126.',
  ],
  de: ['1.234,65 €', 'fällig 2026-12-02', 'R-2026-0816.xml', 'buchhaltung@verlag-sued.de'],
  zh: ['localhost:8444', 'server/api/logout.py', '28.801 Sekunden', '「不要动代码和数据库的测试」'],
};

function kept(log: keyof typeof logs, section: SectionName, line: string): string | undefined {
  return verifySections({ [section]: [line] }, logs[log]).sections[section]?.[0];
}

describe.each(Object.keys(logs) as (keyof typeof logs)[])(
  'verification with a log in %s',
  (log) => {
    it.each(trueLines[log])('leaves what is true under %s: %s', (section, line) => {
      expect(kept(log, section, line)).toBe(line);
    });

    it.each(falseLines[log])('finds what is false in: %s', (line) => {
      expect(kept(log, 'Current State', line)).not.toBe(line);
    });
  },
);
