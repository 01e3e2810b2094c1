import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditLog } from '../../../examples/gateway/generate-log.ts';
import { NO_CHDB } from '../../support/chdb.ts';
import { type ClickHouseBridge, startClickHouse } from '../../support/clickhouse-bridge.ts';
import { runCli } from '../../support/run-cli.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const page = readFileSync(join(root, 'docs/audit-in-clickhouse.md'), 'utf8');
const example = (name: string) => readFileSync(join(root, 'examples/gateway', name), 'utf8');

let server: ClickHouseBridge;
beforeAll(async () => {
  if (!NO_CHDB) server = await startClickHouse();
});
afterAll(() => server?.close());

/** What a proxy writes about a call that it denied because it could not decide. */
const FAULT =
  '{"at":"2026-05-05T00:00:00Z","tool":"db.query","decision":"deny","fault":"the rules cannot be read"}';

it.skipIf(NO_CHDB)('leads from three proxies to one backtest, as the page says', async () => {
  const [, table = ''] = /```sql\n(CREATE TABLE .*?)\n```/s.exec(page) ?? [];
  server.run(table);
  const [, path = ''] = /'http:\/\/clickhouse:8123(\/\?query=INSERT[^']*)'/.exec(page) ?? [];
  const lines = [...auditLog(3000), FAULT];
  for (const proxy of [0, 1, 2]) {
    const log = lines.filter((_, index) => index % 3 === proxy).join('\n');
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, { method: 'POST', body: log });
    expect(await answer.text()).toBe('');
  }
  const backtest = async (...from: string[]) => {
    const { stdout, exitCode, stderr } = await runCli(
      [
        'gateway',
        'backtest',
        '--policies',
        'policies.yml',
        '--draft',
        'draft.yml',
        ...from,
        '--format',
        'json',
      ],
      {
        files: {
          'policies.yml': example('policies.yml'),
          'draft.yml': example('draft.yml'),
          log: lines.join('\n'),
        },
      },
    );
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const { auditLogs, samples, unknownSamples, source, logs, ...figures } = JSON.parse(stdout);
    return { ...figures, leftOut: logs[0].leftOut };
  };
  const [, source = ''] = /--source '(clickhouse:[^']*)'/.exec(page) ?? [];
  const figures = await backtest('--source', source.replace('clickhouse:8123', `127.0.0.1:${server.port}`));
  expect(figures.total).toBe(3000);
  expect(figures).toEqual(await backtest('--audit-log', 'log'));
});
