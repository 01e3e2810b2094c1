import { getAt } from '../../assertions/access.ts';
import { parsePath } from '../../assertions/parse-path.ts';
import { isPathFault, type Path } from '../../assertions/path.ts';
import type { ValuePath } from '../../diagnostic.ts';
import { isObject, setOwn } from '../../values/own-property.ts';

/** The most characters of arguments in one answer, because a template may use an argument many times. */
const LONGEST_ANSWER = 1_000_000;

/** A value of a manifest whose texts are filled with the arguments of a call. */
export type Template =
  | { readonly kind: 'literal'; readonly value: unknown }
  /** The whole text is one argument. In structured content its value keeps its type. */
  | { readonly kind: 'argument'; readonly path: Path; readonly text: string }
  | {
      readonly kind: 'text';
      readonly parts: readonly (string | { readonly path: Path; readonly text: string })[];
    }
  | { readonly kind: 'list'; readonly items: readonly Template[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [key: string, value: Template])[] };

/** A problem with a text of a manifest, and its path. */
export interface TemplateFault {
  readonly path: ValuePath;
  readonly message: string;
  readonly help: string;
}

/** Matches `$${`, which stands for `${`, and `${...}` with an argument in it. */
const SLOT = /\$\$\{|\$\{([^}]*)(\}?)/g;

// biome-ignore lint/suspicious/noTemplateCurlyInString: the characters themselves
const HELP = 'write `${args.name}` for an argument of the call, or `$${` for a literal `${`';

/** Compiles a value of a manifest to a template. Adds its problems to `faults`. Never evaluates anything in it. */
export function compileTemplate(value: unknown, at: ValuePath, faults: TemplateFault[]): Template {
  if (typeof value === 'string') return compileText(value, at, faults);
  if (Array.isArray(value)) {
    return { kind: 'list', items: value.map((item, index) => compileTemplate(item, [...at, index], faults)) };
  }
  if (!isObject(value)) return { kind: 'literal', value };
  const members = Object.entries(value).map(
    ([key, member]) => [key, compileTemplate(member, [...at, key], faults)] as const,
  );
  return { kind: 'object', members };
}

function compileText(text: string, at: ValuePath, faults: TemplateFault[]): Template {
  const parts: (string | { path: Path; text: string })[] = [];
  let end = 0;
  for (const match of text.matchAll(SLOT)) {
    const [whole, inside, brace] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (inside === undefined) {
      parts.push('${');
      continue;
    }
    const path = brace === '}' ? argumentPath(inside) : 'is not closed';
    if (typeof path !== 'string') parts.push({ path, text: inside.slice('args.'.length) });
    else faults.push({ path: at, message: `\`${whole.slice(0, 60)}\` ${path}`, help: HELP });
  }
  const written = [...parts, text.slice(end)].filter((part) => part !== '');
  const [only] = written;
  if (written.length === 0) return { kind: 'literal', value: '' };
  if (written.length === 1 && typeof only === 'object') return { kind: 'argument', ...only };
  return written.every((part) => typeof part === 'string')
    ? { kind: 'literal', value: written.join('') }
    : { kind: 'text', parts: written };
}

function argumentPath(inside: string): Path | string {
  if (!inside.startsWith('args.')) return 'does not name an argument';
  const path = parsePath(inside.slice('args.'.length));
  return isPathFault(path) ? path.message : path;
}

/** A filled template, or why it cannot be filled. */
export type Filled = { readonly value: unknown } | { readonly cannot: string };

/**
 * Fills a template with the arguments of a call. A missing argument is a fault, not an empty text.
 * @param typed true for structured content: a text that is only one argument becomes the value, with its type
 */
export function fillTemplate(template: Template, args: unknown, typed: boolean): Filled {
  const filling = new Filling(args, typed);
  try {
    return { value: filling.fill(template) };
  } catch (error) {
    if (error instanceof Unfillable) return { cannot: error.message };
    throw error;
  }
}

class Unfillable extends Error {}

class Filling {
  readonly #args: unknown;
  readonly #typed: boolean;
  #length = 0;

  constructor(args: unknown, typed: boolean) {
    this.#args = args;
    this.#typed = typed;
  }

  fill(template: Template): unknown {
    switch (template.kind) {
      case 'literal':
        return template.value;
      case 'argument': {
        const value = this.#argument(template);
        return this.#typed ? value : asText(value);
      }
      case 'text':
        return template.parts
          .map((part) => (typeof part === 'string' ? part : asText(this.#argument(part))))
          .join('');
      case 'list':
        return template.items.map((item) => this.fill(item));
      case 'object': {
        const object: Record<string, unknown> = {};
        for (const [key, member] of template.members) setOwn(object, key, this.fill(member));
        return object;
      }
    }
  }

  #argument({ path, text }: { readonly path: Path; readonly text: string }): unknown {
    const value = getAt(this.#args, path);
    if (value === undefined)
      throw new Unfillable(`the answer needs the argument \`${text}\`, which is missing`);
    this.#length += asText(value).length;
    if (this.#length > LONGEST_ANSWER) {
      throw new Unfillable(`the answer would contain more than ${LONGEST_ANSWER} characters of arguments`);
    }
    return value;
  }
}

/** The text of a value in a text: itself, or its JSON. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
