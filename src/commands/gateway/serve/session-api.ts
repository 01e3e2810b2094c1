import { validate } from '../../../documents/validate.ts';
import { sessionRequestSchema } from '../../../features/gateway/control/api-schema.ts';
import { userOf } from '../approvals.ts';
import type { Handler, Served } from './handling.ts';
import { inWords, Refusal } from './refusal.ts';

/** The operations by which a page comes to its token, and learns what is served. */
export function sessionApi(served: Served): Record<'status' | 'openSession', Handler> {
  const { rules, tokens, ports } = served;
  return {
    status: ({ client: { name, scopes } }) => ({
      body: {
        ruleSet: rules.path,
        sha256: rules.current.sha256,
        faults: rules.faults.map(inWords),
        auditLogs: served.logs.auditLog ?? [],
        ...{ name, scopes },
      },
    }),

    openSession: ({ document }) => {
      const { key } = validate(sessionRequestSchema, document, (path) => path);
      const token = tokens.openPage(key, userOf(ports));
      if (token === undefined) {
        throw new Refusal(401, 'the link was used before, or is not of this server', {
          help: 'open the link that the server printed last',
          headers: { 'www-authenticate': 'Bearer' },
        });
      }
      served.onPageOpened();
      return { body: { token } };
    },
  };
}
