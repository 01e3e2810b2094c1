import * as z from 'zod/mini';
import type { ValuePath } from '../../../diagnostic.ts';
import { recordList } from '../../../documents/record-list.ts';
import { count } from '../../../documents/schema-parts.ts';
import type { FindingCounter } from './finding-counter.ts';
import { hasKeys, isListOf, scannerFormat, text } from './scanner-format.ts';

/** What one analyzer found in an item: how many findings, and the worst severity among them. */
const analyzer = z.object({ severity: z.string(), total_findings: count() });

/** A tool, a prompt or a resource of the server. */
const item = z.object({
  status: text(),
  is_safe: z.boolean(),
  findings: z.record(z.string(), analyzer),
});

type Item = z.output<typeof item>;

const isItem = (value: unknown) => hasKeys('is_safe', 'findings')(value);

const WORDS = { critical: 'critical', high: 'high', medium: 'medium', low: 'low', info: 'info' } as const;

/** `mcp-scanner --format raw` of Cisco AI Defense. */
export const mcpScannerFormat = scannerFormat({
  scanner: 'Cisco mcp-scanner',
  recognises: (value) =>
    hasKeys('scan_results')(value) &&
    (isListOf(value.scan_results, isItem) ||
      ['server_url', 'scan_target', 'requested_analyzers'].some((key) => Object.hasOwn(value, key))),
  schema: z.object({ scan_results: recordList(item) }),
  words: WORDS,
  count: ({ scan_results }, counter) => countItems(scan_results, ['scan_results'], counter),
});

/** The list alone, as `mcp-scanner --raw` prints it. */
export const mcpScannerListFormat = scannerFormat({
  scanner: 'Cisco mcp-scanner',
  recognises: (value) => isListOf(value, isItem),
  schema: recordList(item),
  words: WORDS,
  count: (file, counter) => countItems(file, [], counter),
});

function countItems(items: readonly Item[], path: ValuePath, counter: FindingCounter): void {
  let scanned = 0;
  for (const [index, { status, is_safe, findings }] of items.entries()) {
    const at = [...path, index];
    // resources of other types than text are skipped
    if (status === 'skipped') continue;
    scanned++;
    if (status && status !== 'completed')
      counter.fail([...at, 'status'], `is \`${status}\`: the item was not scanned`);
    let found = 0;
    for (const [name, { severity, total_findings }] of Object.entries(findings)) {
      const where = [...at, 'findings', name, 'severity'];
      found += total_findings;
      if (/^(unknown|error)$/i.test(severity)) counter.fail(where, `is \`${severity}\`: the analyzer failed`);
      else if (!/^safe$/i.test(severity)) counter.addWord(severity, where, Math.max(total_findings, 1));
      else if (total_findings > 0)
        counter.fail(where, `is \`${severity}\`, but there are ${total_findings} findings`);
    }
    if (is_safe !== (found === 0))
      counter.fail([...at, 'is_safe'], `is ${is_safe}, but there are ${found} findings`);
  }
  if (scanned === 0) counter.fail(path, 'contains no item that was scanned: nothing was checked');
}
