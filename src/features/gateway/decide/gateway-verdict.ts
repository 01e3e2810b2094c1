import type { Decision } from '../../../artifacts/audit-log/model.ts';
import { present } from '../../../values/own-property.ts';
import type { CallVerdict } from '../rules/model.ts';
import type { GatewayVerdict } from './gateway-verdict-schema.ts';

/** Returns a verdict in the fixed form and key order of `gateway simulate --format json`. */
export function toGatewayVerdict(
  { decision, reason, risk, signals, matchedPolicy, trace }: CallVerdict,
  expected?: Decision,
): GatewayVerdict {
  return {
    schema_version: 'mcptest.dev/gateway-verdict/v1',
    decision,
    ...present({ expected }),
    reason,
    risk,
    signals: signals.map(({ id, category, severity, location, points, evidence }) =>
      present({ id, category, severity, location, points, evidence }),
    ),
    matchedPolicy,
    trace: trace.map(({ policy, considered, matched, because }) => ({
      policy,
      considered,
      matched,
      because,
    })),
  };
}
