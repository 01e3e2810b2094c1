import type { SuiteRequest } from '../../artifacts/test-suite/model.ts';
import { show } from '../../assertions/show.ts';
import { isObject, own } from '../../values/own-property.ts';

type Result = Readonly<Record<string, unknown>>;

/** The members that a block of each type must have. */
const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource_link: ['uri', 'name'],
};

/**
 * Returns what is wrong with the form of a result, as in "`content[0].text` must be text, found nothing"; undefined when
 * it follows the protocol. Members that the protocol does not know are allowed.
 */
export function shapeFault(kind: SuiteRequest['kind'], result: Result): string | undefined {
  switch (kind) {
    case 'tool':
      return toolFault(result);
    case 'prompt':
      return eachOf(result, 'messages', messageFault);
    case 'resource':
      return eachOf(result, 'contents', (contents, at) => contentsFault(contents, at));
  }
}

function toolFault(result: Result): string | undefined {
  const isError = own(result, 'isError');
  if (isError !== undefined && typeof isError !== 'boolean') {
    return `\`isError\` must be \`true\` or \`false\`, found ${show(isError)}`;
  }
  // clients accept a structured answer without the texts that the protocol asks for
  if (own(result, 'content') === undefined && own(result, 'structuredContent') !== undefined)
    return undefined;
  return eachOf(result, 'content', blockFault);
}

function eachOf(
  result: Result,
  key: string,
  faultOf: (item: unknown, at: string) => string | undefined,
): string | undefined {
  const list = own(result, key);
  if (!Array.isArray(list)) return `\`${key}\` must be a list, found ${shown(list)}`;
  for (const [index, item] of list.entries()) {
    const fault = faultOf(item, `${key}[${index}]`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function messageFault(message: unknown, at: string): string | undefined {
  if (!isObject(message)) return `\`${at}\` must be a mapping, found ${shown(message)}`;
  const role = own(message, 'role');
  if (role !== 'user' && role !== 'assistant') {
    return `\`${at}.role\` must be \`user\` or \`assistant\`, found ${shown(role)}`;
  }
  return blockFault(own(message, 'content'), `${at}.content`);
}

function blockFault(block: unknown, at: string): string | undefined {
  if (!isObject(block)) return `\`${at}\` must be a mapping, found ${shown(block)}`;
  const type = own(block, 'type');
  if (type === 'resource') return contentsFault(own(block, 'resource'), `${at}.resource`);
  const members = typeof type === 'string' && Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined;
  if (!members) {
    return `\`${at}.type\` must be one of ${[...Object.keys(BLOCKS), 'resource'].join(', ')}, found ${shown(type)}`;
  }
  return textsFault(block, members, at);
}

function contentsFault(contents: unknown, at: string): string | undefined {
  if (!isObject(contents)) return `\`${at}\` must be a mapping, found ${shown(contents)}`;
  const body = own(contents, 'blob') === undefined ? 'text' : 'blob';
  return textsFault(contents, ['uri', body], at);
}

function textsFault(holder: Result, members: readonly string[], at: string): string | undefined {
  const wrong = members.find((member) => typeof own(holder, member) !== 'string');
  return wrong && `\`${at}.${wrong}\` must be text, found ${shown(own(holder, wrong))}`;
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : show(value);
}

/** Returns the texts of an answer, in order: of its content blocks, its messages, or its contents. Others are left out. */
export function textsOf(result: Result): string[] {
  const blocks = ['content', 'messages', 'contents'].flatMap((key) => {
    const list = own(result, key);
    return Array.isArray(list) ? list : [];
  });
  return blocks.flatMap((block): string[] => {
    if (!isObject(block)) return [];
    const inner = isObject(block.content) ? block.content : block;
    return typeof inner.text === 'string' ? [inner.text] : [];
  });
}
