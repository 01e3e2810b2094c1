import { logReader } from '../../../artifacts/audit-log/read.ts';
import { validate } from '../../../documents/validate.ts';
import {
  generateRequestSchema,
  suggestionChangeSchema,
} from '../../../features/gateway/control/api-schema.ts';
import { suggest } from '../../../features/gateway/suggest/suggest.ts';
import { acceptInto, withStatus } from '../../../features/gateway/suggest/suggestions.ts';
import type { Suggestion } from '../../../features/gateway/suggest/suggestions-file.ts';
import { quote } from '../../../text/clip.ts';
import { readingOptions } from '../log-options.ts';
import { MIN_SUPPORT } from '../suggest.ts';
import { openState, saveState } from '../suggestions-state.ts';
import type { Handler, Served } from './handling.ts';
import { rangeOf, servedLogs } from './logs.ts';
import { inWords, Refusal } from './refusal.ts';

const GENERATE = 'POST /api/policy-suggestions/generate';

/** The operations on `/api/policy-suggestions`. Spec (tool-call policies): "Test before you ship". */
export function suggestionsApi(
  served: Served,
): Record<'generateSuggestions' | 'listSuggestions' | 'settleSuggestion', Handler> {
  const { rules, ports } = served;
  const open = () => openState({ policies: rules.path, state: served.state }, ports);
  return {
    generateSuggestions: async ({ document }) => {
      const request = validate(generateRequestSchema, document);
      const logs = servedLogs(served);
      const current = rules.file;
      const state = open();
      const { report, file, warnings } = await suggest(
        {
          ...{ current, logs },
          assume: served.logs.assume,
          range: rangeOf(request),
          minSupport: request.minSupport ?? MIN_SUPPORT,
          state: { path: state.path, known: state.file },
        },
        logReader(logs, ports.files, readingOptions(served.logs, current)),
      );
      saveState(state, file, ports);
      return { body: { ...report, warnings: warnings.map(inWords) } };
    },

    listSuggestions: ({ flags }) => {
      const { file } = open();
      const { suggestions = [] } = file ?? {};
      return {
        body: {
          schema_version: 'mcptest.dev/suggestions/v1',
          ruleSet: rules.path,
          suggestions: flags.has('all') ? suggestions : suggestions.filter(({ status }) => status === 'open'),
        },
      };
    },

    settleSuggestion: ({ params: { id = '' }, document, ifMatch }) => {
      const { status } = validate(suggestionChangeSchema, document);
      let { etag } = rules.expect(ifMatch);
      const state = open();
      const found = state.file?.suggestions.find((each) => each.id === id);
      if (!state.file || !found) throw unknown(id);
      if (status === 'accepted') {
        // the rule set first: after a crash in between, accepting again mends what is missing
        ({ etag } = rules.change(ifMatch, ({ text }) => acceptInto(text, rules.path, found, GENERATE)));
      } else refuseUndoing(found);
      saveState(state, withStatus(state.file, id, status), ports);
      return { etag, body: { ...found, status, warnings: warningsAbout(found, status) } };
    },
  };
}

function unknown(id: string): Refusal {
  return new Refusal(404, `no suggestion has the identifier ${quote(id)}`, {
    help: `look for suggestions with ${GENERATE}`,
  });
}

function refuseUndoing({ id, status, rule }: Suggestion): void {
  if (status !== 'accepted') return;
  throw new Refusal(409, `the suggestion \`${id}\` is already accepted`, {
    help: `to undo it, delete the policy ${quote(rule.name)}`,
  });
}

function warningsAbout({ id, status }: Suggestion, next: string): string[] {
  return next === 'accepted' && status === 'dismissed'
    ? [`the suggestion \`${id}\` was dismissed before`]
    : [];
}
