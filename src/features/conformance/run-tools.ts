import { argumentsFor } from '../../arguments/arguments.ts';
import { classify } from '../../exec-policy/classify.ts';
import { decide } from '../../exec-policy/decide.ts';
import { INVALID_PARAMS } from '../../mcp/error-codes.ts';
import { type ListedTool, runsOnlyAsTask } from '../../mcp/listed-tool.ts';
import { schemaMismatch } from '../../mcp/structured-content.ts';
import { compileToolSchema } from '../../mcp/tool-schema.ts';
import { clip, quote } from '../../text/clip.ts';
import { isObject, own } from '../../values/own-property.ts';
import { scalarText } from '../../values/scalar-text.ts';
import { type Capabilities, inWords } from './answer.ts';
import { type Listed, listAll } from './list-pages.ts';
import { listedFault, resultFault } from './shapes.ts';
import type { Talk } from './talk.ts';
import type { Verdicts } from './verdicts.ts';

const NO_TOOL = 'mcptest-no-such-tool';

/** The most tools that are called. */
const MOST_CALLS = 20;

/**
 * Checks capabilities, lists and tools. Returns the resources that are declared and listed.
 * @param breathe awaited before each tool, so an interrupt is handled even in a long list
 */
export async function checkTools(
  talk: Talk,
  verdicts: Verdicts,
  capabilities: Capabilities,
  breathe: () => Promise<void>,
): Promise<Listed['items']> {
  let resources: Listed['items'] = [];
  for (const kind of ['tools', 'prompts', 'resources'] as const) {
    const isDeclared = isObject(own(capabilities, kind));
    const listed = await listAll(talk, kind, verdicts);
    judgeHonesty(kind, isDeclared, listed, verdicts);
    if (!isDeclared) continue;
    checkTypes(kind, listed, verdicts);
    if (kind === 'resources') resources = listed.items;
    if (kind === 'tools' && talk.era === 'modern') verdicts.judge('tools-listed', listed.fault);
    else
      verdicts.judge(
        'declared-lists',
        inListOf(kind, listed.fault ?? (kind === 'tools' ? undefined : listed.pagingFault)),
      );
    if (kind === 'tools') await checkListedTools(talk, verdicts, listed, breathe);
  }
  verdicts.skip('declared-lists', 'not-declared');
  verdicts.skip('schema-types', 'not-declared');
  return resources;
}

function inListOf(kind: string, fault: string | undefined): string | undefined {
  return fault === undefined ? undefined : `${kind}/list: ${fault}`;
}

function checkTypes(kind: 'tools' | 'prompts' | 'resources', { items }: Listed, verdicts: Verdicts): void {
  for (const item of items) {
    const fault = listedFault(kind, item);
    const called = quote(scalarText(item.name ?? item.uri ?? 'none'));
    verdicts.judge('schema-types', fault === undefined ? undefined : `${kind}/list: ${called}: ${fault}`);
  }
}

/** Silence is no honesty: only a list or an error shows that nothing is offered beyond the capabilities. */
function judgeHonesty(
  kind: 'tools' | 'prompts' | 'resources',
  isDeclared: boolean,
  { items, isAnswered, fault, pagingFault }: Listed,
  verdicts: Verdicts,
): void {
  const id = `${kind}-declared` as const;
  if (isDeclared) verdicts.pass(id);
  else if (items.length > 0) verdicts.fail(id, `lists ${kind} without declaring the capability`);
  else if (isAnswered) verdicts.pass(id);
  else verdicts.skip(id, 'not-verified', inListOf(kind, fault ?? pagingFault));
}

async function checkListedTools(
  talk: Talk,
  verdicts: Verdicts,
  listed: Listed,
  breathe: () => Promise<void>,
): Promise<void> {
  const { items, pages, fault } = listed;
  if (fault !== undefined) return;
  const inOnePage = ['not-declared', 'the server lists all tools in one page'] as const;
  if (pages > 1 || listed.pagingFault !== undefined) verdicts.judge('paging', listed.pagingFault);
  else verdicts.skip('paging', ...inOnePage);
  if (pages > 1) {
    const answer = await talk.ask('tools/list', { cursor: 'mcptest-no-such-cursor' });
    verdicts.judge('invalid-cursor', answer.error?.code === INVALID_PARAMS ? undefined : inWords(answer));
  } else verdicts.skip('invalid-cursor', ...inOnePage);
  if (talk.era === 'modern') {
    const again = await listAll(talk, 'tools', verdicts);
    const names = (list: Listed) => JSON.stringify(list.items.map(({ name }) => name));
    verdicts.judge(
      'list-order',
      names(again) === names(listed) ? undefined : 'listed the tools in a different order the second time',
    );
  }
  await checkDefinitions(listed, verdicts, breathe);
  await checkCalls(talk, verdicts, items);
}

async function checkDefinitions(
  { items: tools, pagingFault }: Listed,
  verdicts: Verdicts,
  breathe: () => Promise<void>,
): Promise<void> {
  if (tools.length === 0) return;
  const names = new Set<unknown>();
  for (const { name, inputSchema } of tools) {
    await breathe();
    const called = typeof name === 'string' ? quote(name) : 'a tool without a name';
    const isText = typeof name === 'string';
    verdicts.judge('tool-input-schema', await schemaFault(called, inputSchema));
    verdicts.judge('tool-name-length', isText && name.length >= 1 && name.length <= 128 ? undefined : called);
    verdicts.judge('tool-name-characters', isText && /^[\w.-]*$/.test(name) ? undefined : called);
    // cursors that lead back list every tool again
    if (pagingFault === undefined)
      verdicts.judge('tool-names-unique', names.has(name) ? `${called} is listed twice` : undefined);
    names.add(name);
  }
}

async function schemaFault(called: string, schema: unknown): Promise<string | undefined> {
  if (!isObject(schema))
    return `the input schema of ${called} is ${schema === undefined ? 'missing' : 'not an object'}`;
  const type = own(schema, 'type');
  if (type !== 'object')
    return `the input schema of ${called} has the type ${clip(scalarText(type ?? 'none'))}, not object`;
  const check = await compileToolSchema(schema);
  // an engine that cannot read a dialect says nothing about the schema
  return typeof check === 'function' || !check.isForbidden
    ? undefined
    : `the input schema of ${called} is not valid: ${clip(check.message, 200)}`;
}

async function checkCalls(talk: Talk, verdicts: Verdicts, items: Listed['items']): Promise<void> {
  const unknown = await talk.ask('tools/call', { name: NO_TOOL, arguments: {} });
  verdicts.judge('unknown-tool', unknown.error ? undefined : inWords(unknown));
  const malformed = await talk.ask('tools/call', { arguments: {} });
  verdicts.judge('malformed-call', malformed.error ? undefined : inWords(malformed));
  const tools = items.filter(
    (item): item is ListedTool & Listed['items'][number] => typeof item.name === 'string',
  );
  const structured = tools.filter(({ outputSchema }) => isObject(outputSchema));
  if (structured.length === 0)
    return verdicts.skip('output-schema', 'not-declared', 'no tool has an output schema');
  for (const tool of structured.slice(0, MOST_CALLS)) {
    const isOnly = items.filter(({ name }) => name === tool.name).length === 1;
    if (isOnly && !runsOnlyAsTask(tool)) await checkOutput(talk, verdicts, tool);
  }
  verdicts.skip(
    'output-schema',
    'needs-fixture',
    'no call of a tool with an output schema returned a result',
  );
}

/** Calls a tool that the execution policy takes for read-only, and checks what it returns. */
async function checkOutput(talk: Talk, verdicts: Verdicts, tool: ListedTool): Promise<void> {
  const decision = decide(classify(tool).class);
  if (!decision.canRepeat) return;
  const sample = await argumentsFor(tool, decision);
  if (!('value' in sample)) return;
  const call = { name: tool.name, arguments: sample.value };
  const { result } = await talk.ask('tools/call', call, { wantsProgress: true });
  if (!result || result.resultType === 'input_required') return;
  const typeFault = resultFault(result);
  verdicts.judge('schema-types', typeFault === undefined ? undefined : `${quote(tool.name)}: ${typeFault}`);
  if (result.isError === true) return;
  const fault = await schemaMismatch(tool.outputSchema, result.structuredContent);
  verdicts.judge(
    'output-schema',
    fault === undefined ? undefined : `${quote(tool.name)}: ${clip(fault, 200)}`,
  );
}
