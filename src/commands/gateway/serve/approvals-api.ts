import { validate } from '../../../documents/validate.ts';
import { approvalDecisionSchema, type HeldWithTrace } from '../../../features/gateway/control/api-schema.ts';
import { toApprovalsReport } from '../../../features/gateway/enforce/approvals-report.ts';
import { Decider } from '../../../features/gateway/enforce/decider.ts';
import type { HeldEntry } from '../../../features/gateway/enforce/held-state.ts';
import type { RuleSetFile } from '../../../features/gateway/rules/model.ts';
import { quote } from '../../../text/clip.ts';
import { readSystemTime } from '../../../time/clock.ts';
import type { Instant } from '../../../time/instant.ts';
import { present } from '../../../values/own-property.ts';
import { decideHeld } from '../decide-held.ts';
import { listHeld } from '../list-held.ts';
import type { Handler, Served } from './handling.ts';
import { inWords, Refusal } from './refusal.ts';

/** The operations on `/api/approvals`. Spec (enforcement): "Approvals". */
export function approvalsApi({
  rules,
  held: { calls, path },
  ports,
}: Served): Record<'listApprovals' | 'getApproval' | 'decideApproval', Handler> {
  const find = (id: string): HeldEntry => {
    const entry = calls.find(id);
    if (entry) return entry;
    throw unknown(id);
  };
  return {
    listApprovals: async ({ flags }) => {
      const now = readSystemTime(ports);
      const { entries, problems } = await listHeld(calls, now, flags.has('all'));
      return {
        body: { ...toApprovalsReport(path, entries, now), unreadable: problems.map(inWords) },
      };
    },

    getApproval: ({ params: { id = '' } }) => {
      const entry = find(id);
      return { body: { ...shown(entry, readSystemTime(ports)), now: decidedNow(entry, rules.file) } };
    },

    decideApproval: ({ params: { id = '' }, document, client }) => {
      const { decision } = validate(approvalDecisionSchema, document);
      const at = readSystemTime(ports);
      const verdict = decision === 'approve' ? 'approved' : 'denied';
      const decided = decideHeld(calls, id, { verdict, by: client.name, at });
      if (decided.kind === 'unknown') throw unknown(id);
      if (decided.kind === 'too-late') throw new Refusal(409, `the call \`${id}\` ${decided.why}`);
      return { body: shown(decided.entry, at) };
    },
  };
}

function shown(entry: HeldEntry, now: Instant) {
  return toApprovalsReport('', [entry], now).approvals[0];
}

/** Decides a held call again, as far as its file tells what it was. */
function decidedNow({ held }: HeldEntry, file: RuleSetFile): HeldWithTrace['now'] {
  const { tool, arguments: args, created: at, server, agent } = held;
  const decider = new Decider(file, { agent: present({ id: agent }) });
  const decided = decider.decide({ tool, arguments: args, at, server });
  const { decision, reason, matchedPolicy } = decided.verdict;
  return { decision, reason, matchedPolicy, trace: [...decider.trace(decided)] };
}

function unknown(id: string): Refusal {
  return new Refusal(404, `no call ${quote(id)} is held`, {
    help: 'see which calls wait with GET /api/approvals',
  });
}
