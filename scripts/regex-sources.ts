/** Finds every regular expression in src/, for `npm run regexes` and its test. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAst } from 'rolldown/parseAst';

const root = join(import.meta.dirname, '..', 'src');

/**
 * Returns the regular expressions of src/ in alphabetical order, as `/source/flags`: the literals, and those that modules
 * put together when they are loaded. One that a function puts together is returned as the code of its call.
 */
export async function regexSources(): Promise<string[]> {
  const found = new Set<string>();
  const building: string[] = [];
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    const { literals, calls, callsInFunctions } = regexesIn(text);
    for (const each of [...literals, ...callsInFunctions]) found.add(each);
    if (calls > callsInFunctions.length) building.push(path);
  }
  for (const each of await builtBy(building)) found.add(each);
  return [...found].sort();
}

interface Node {
  readonly type?: string;
  readonly start: number;
  readonly end: number;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly name?: string };
}

function regexesIn(text: string): { literals: string[]; calls: number; callsInFunctions: string[] } {
  const literals: string[] = [];
  const callsInFunctions: string[] = [];
  let calls = 0;
  walk(parseAst(text, { lang: 'ts' }), false);
  return { literals, calls, callsInFunctions };

  function walk(part: unknown, isInFunction: boolean): void {
    if (typeof part !== 'object' || part === null) return;
    const { type = '', regex, callee, start, end } = part as Node;
    if (regex) literals.push(`/${regex.pattern}/${regex.flags}`);
    if (callee?.name === 'RegExp') {
      calls += 1;
      if (isInFunction) callsInFunctions.push(text.slice(start, end));
    }
    // a function that is called for each element of a table runs when its module is loaded
    const isFunction = /^(?:FunctionDeclaration|MethodDefinition)$/.test(type);
    for (const inner of Object.values(part)) walk(inner, isInFunction || isFunction);
  }
}

/** Loads modules, and returns the expressions that code of src/ constructs meanwhile. */
async function builtBy(paths: readonly string[]): Promise<string[]> {
  const original = globalThis.RegExp;
  const built: string[] = [];
  globalThis.RegExp = new Proxy(original, {
    construct(target, args) {
      const regex = Reflect.construct(target, args) as RegExp;
      const [, , caller = ''] = (new Error().stack ?? '').split('\n');
      if (/[/\\]src[/\\]/.test(caller) && !caller.includes('node_modules')) built.push(String(regex));
      return regex;
    },
  });
  try {
    // a copy, since another test may have loaded the module before
    for (const path of paths) await import(`${pathToFileURL(path).href}?copy`);
  } finally {
    globalThis.RegExp = original;
  }
  return built;
}
