import { parseJson } from '../../documents/json.ts';
import { InputError } from '../../errors.ts';
import { decide, type ExecutionDecision } from '../../exec-policy/decide.ts';
import { findWritingArgument } from '../../exec-policy/written-argument.ts';
import { lenientCheckOf } from '../../mcp/tool-schema.ts';
import { clip } from '../../text/clip.ts';
import { nearest } from '../../text/nearest.ts';
import { isObject } from '../../values/own-property.ts';
import type { PlanOptions, ToolPlan } from './plan.ts';

/** The arguments that the user passed, by the name of the tool. */
export type OwnArguments = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Reads the values of `--args`, each a `TOOL=JSON`. @throws InputError */
export function readOwnArguments(given: readonly string[] = []): OwnArguments {
  const own = new Map<string, Record<string, unknown>>();
  for (const each of given) {
    const at = each.indexOf('=');
    const name = each.slice(0, Math.max(0, at));
    if (name === '') {
      throw new InputError({
        message: `--args must be a tool and its arguments, found \`${clip(each)}\``,
        help: `write it like --args 'get_record={"id":7}'`,
      });
    }
    const where = `--args ${clip(name)}`;
    if (own.has(name))
      throw new InputError({
        message: `${where} is given twice`,
        help: 'pass --args only once for each tool',
      });
    const { value } = parseJson(each.slice(at + 1), where);
    if (!isObject(value)) throw new InputError({ message: `${where} must be a JSON object` });
    own.set(name, value);
  }
  return own;
}

/**
 * Returns the plans with the arguments of the user in place of generated ones. The class of the tool and the changes that
 * the arguments make decide together whether the tool runs, and how often: a call with `action: delete` is not repeated.
 * @throws InputError when no tool with that name is probed, or its input schema rejects the arguments
 */
export async function withOwnArguments(
  plans: readonly ToolPlan[],
  own: OwnArguments,
  options: PlanOptions,
): Promise<ToolPlan[]> {
  refuseUnknown(plans, own);
  return Promise.all(
    plans.map(async (plan) => {
      const args = own.get(plan.tool.name);
      return args ? withArguments(plan, args, options) : plan;
    }),
  );
}

async function withArguments(
  plan: ToolPlan,
  args: Readonly<Record<string, unknown>>,
  options: PlanOptions,
): Promise<ToolPlan> {
  const { tool, action } = plan;
  const check = await lenientCheckOf({ type: 'object', ...(isObject(tool.inputSchema) && tool.inputSchema) });
  const fault = check(args);
  if (fault !== undefined) {
    throw new InputError({
      message: `--args ${clip(tool.name)}: the input schema rejects the arguments: ${fault}`,
    });
  }
  // a tool that the policy refuses stays refused, whatever the arguments
  const wantsArguments =
    action.kind === 'call' || action.reason === 'no-arguments' || action.reason === 'arguments-write';
  if (!wantsArguments) return plan;
  const writing = findWritingArgument(args, tool.inputSchema);
  if (!writing) return { ...plan, action: { kind: 'call', args } };
  const decision = stricterOf(
    plan.decision,
    decide(writing.writing === 'destructive' ? 'Destructive' : 'Mutating', { ...options, context: 'live' }),
  );
  if (decision.kind === 'ExecuteOnce') return { ...plan, decision, action: { kind: 'call', args } };
  const message = `\`${clip(writing.parameter)}\` is \`${clip(writing.value)}\``;
  return { ...plan, decision, action: { kind: 'skip', reason: 'arguments-write', message } };
}

/** Returns the stricter of two decisions: on the tool, and on what its arguments change. */
function stricterOf(onTool: ExecutionDecision, onArguments: ExecutionDecision): ExecutionDecision {
  return onArguments.kind === 'ExecuteOnce' && !onTool.canRepeat ? onTool : onArguments;
}

function refuseUnknown(plans: readonly ToolPlan[], own: OwnArguments): void {
  const known = plans.map(({ tool }) => tool.name);
  const unknown = [...own.keys()].filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new InputError(
    unknown.map((name) => {
      const near = nearest(name, known);
      return {
        message: `--args: no tool named \`${clip(name)}\` is probed`,
        help: near && `did you mean \`${clip(near)}\`?`,
      };
    }),
  );
}
