import type { Diagnostic } from '../../../diagnostic.ts';
import { clip } from '../../../text/clip.ts';
import type { Rule, RuleSetFile } from '../rules/model.ts';

/** What an enforcer knows of the agent that calls. */
interface Known {
  readonly agent?: { readonly id?: string | undefined; readonly labels?: readonly string[] | undefined };
  /** The threat assessments of agents. */
  readonly threats?: object | undefined;
}

/** An attribute of the agent that rules look at and that is not known. */
interface Missing {
  readonly attribute: string;
  /** Why it is not known: "but ...". */
  readonly why: string;
  readonly help: string;
  /** How a rule looks at it; undefined if it does not. */
  readonly asked: (rule: Rule) => { readonly isNegated: boolean } | undefined;
}

/**
 * Returns warnings about rules on the agent where an enforcer does not know what they ask for. An absent attribute is in no
 * list, so such a rule never matches, or its negated condition always holds. Spec (tool-call policies): "Attribute conditions
 * (ABAC)".
 */
export function unknownAgentWarnings(
  file: Pick<RuleSetFile, 'path' | 'rules' | 'agents'>,
  settings: Known,
): readonly Diagnostic[] {
  const missing = [missingLabels(file, settings), missingThreats(settings)].filter(
    (one) => one !== undefined,
  );
  return file.rules
    .filter(({ enabled }) => enabled)
    .flatMap((rule) =>
      missing.flatMap(({ attribute, why, help, asked }): Diagnostic[] => {
        const condition = asked(rule);
        if (!condition) return [];
        const effect = condition.isNegated ? 'its negated condition always holds' : 'it never matches';
        const message = `rule \`${clip(rule.name)}\` looks at \`${attribute}\`, but ${why}, so ${effect}`;
        return [{ file: file.path, position: { line: rule.line, column: 1 }, message, help }];
      }),
    );
}

function missingLabels({ agents }: Pick<RuleSetFile, 'agents'>, { agent }: Known): Missing | undefined {
  const { id, labels } = agent ?? {};
  const registered = agents.find((each) => each.id === id);
  // an agent that is said to have no labels is known
  if (registered?.labels ?? labels) return undefined;
  const name = id === undefined ? 'ID' : clip(id);
  const entry = `\`agents: [{ id: ${name}, labels: [...] }]\``;
  return {
    attribute: 'agent.labels',
    why: id === undefined ? 'which agent calls is not known' : `\`agents\` gives \`${name}\` no labels`,
    help:
      id === undefined
        ? `pass --agent-id ID, and add ${entry} to the rule set`
        : `add ${entry} to the rule set; \`labels: []\` says that it has none`,
    asked: ({ context }) => {
      const list = context?.agent?.labels;
      return list && { isNegated: list.negate };
    },
  };
}

function missingThreats({ agent, threats }: Known): Missing | undefined {
  if (agent?.id !== undefined && threats) return undefined;
  const flags = [
    ...(agent?.id === undefined ? ['--agent-id ID'] : []),
    ...(threats ? [] : ['--threats FILE']),
  ];
  return {
    attribute: 'mlThreatClass',
    why: agent?.id === undefined ? 'which agent calls is not known' : 'no threat assessments are known',
    help: `pass ${flags.join(' and ')}`,
    asked: ({ context }) => context?.mlThreatClass && { isNegated: false },
  };
}
