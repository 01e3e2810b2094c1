/**
 * One of many programs that use a folder of approvals at once: `node approval-racer.js FOLDER WHAT ARGUMENT`. Prints what it
 * achieved as JSON.
 */
import { HeldCalls } from '../../src/commands/gateway/held-calls.ts';
import { openApprovalsFolder } from '../../src/node/approvals-folder.ts';
import { sha256 } from '../../src/node/sha256.ts';
import { callToHold, HELD_AT } from './held-samples.ts';

const [folder = '', what, argument = ''] = process.argv.slice(2);
const calls = new HeldCalls(openApprovalsFolder(folder), sha256);

const achieve: Record<string, () => unknown> = {
  hold: () => calls.hold(callToHold({ arguments: { n: argument } })).id,
  use: () => {
    const most = Number(argument);
    let used = 0;
    while (used < most && calls.useDecision(callToHold(), HELD_AT + 1000)) used++;
    return used;
  },
  decide: () => calls.decide(argument, { verdict: 'approved', by: String(process.pid), at: HELD_AT + 1 }),
  holdForever: () => {
    for (let n = 0; ; n++) {
      process.stdout.write(`${calls.hold(callToHold({ arguments: { n } })).id}\n`);
      if (n % 5 === 4) calls.end(calls.ids()[0] ?? '', { end: 'used', at: HELD_AT });
    }
  },
};

process.stdout.write(`${JSON.stringify(achieve[what ?? '']?.())}\n`);
