import { isObject, own } from '../../values/own-property.ts';

/** The type that the schema of MCP gives a member, and whether it must be there. */
type Members = Readonly<Record<string, 'text' | 'text!' | 'object' | 'list' | 'flag'>>;

/** What the lists of a server contain. Input schemas of tools have a check of their own. */
const LISTED: Readonly<Record<'tools' | 'prompts' | 'resources', Members>> = {
  tools: { title: 'text', description: 'text', outputSchema: 'object', annotations: 'object' },
  prompts: { name: 'text!', title: 'text', description: 'text', arguments: 'list' },
  resources: {
    uri: 'text!',
    name: 'text!',
    title: 'text',
    description: 'text',
    mimeType: 'text',
    annotations: 'object',
  },
};

/** The content of an answer, by its type. A type that is not here may belong to a newer revision. */
const CONTENT: Readonly<Record<string, Members>> = {
  text: { text: 'text!' },
  image: { data: 'text!', mimeType: 'text!' },
  audio: { data: 'text!', mimeType: 'text!' },
  resource_link: { uri: 'text!', name: 'text!' },
};

/** Says which member of a tool, a prompt or a resource the schema of MCP does not allow; undefined if it allows all. */
export function listedFault(
  kind: keyof typeof LISTED,
  item: Readonly<Record<string, unknown>>,
): string | undefined {
  return memberFault(item, LISTED[kind]);
}

/** Says what the schema of MCP does not allow in the result of a call; undefined if it allows all. */
export function resultFault(result: Readonly<Record<string, unknown>>): string | undefined {
  const { content } = result;
  if (!Array.isArray(content))
    return content === undefined ? '`content` is missing' : '`content` is not a list';
  for (const part of content) {
    if (!isObject(part)) return '`content` has a member that is not an object';
    const { type } = part;
    if (typeof type !== 'string') return '`content` has a member without a `type`';
    const fault = memberFault(part, own(CONTENT, type) ?? {});
    if (fault !== undefined) return `in \`content\`, ${fault}`;
  }
  return memberFault(result, { structuredContent: 'object', isError: 'flag' });
}

function memberFault(value: Readonly<Record<string, unknown>>, members: Members): string | undefined {
  for (const [key, type] of Object.entries(members)) {
    const member = own(value, key);
    if (member === undefined) {
      if (type === 'text!') return `\`${key}\` is missing`;
    } else if (!FITS[type](member)) return `\`${key}\` is not ${WORDS[type]}`;
  }
  return undefined;
}

const isText = (value: unknown) => typeof value === 'string';
const FITS: Readonly<Record<Members[string], (value: unknown) => boolean>> = {
  text: isText,
  'text!': isText,
  object: isObject,
  list: Array.isArray,
  flag: (value) => typeof value === 'boolean',
};

const WORDS = {
  text: 'a string',
  'text!': 'a string',
  object: 'an object',
  list: 'a list',
  flag: 'a boolean',
} as const;
