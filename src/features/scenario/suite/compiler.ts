import { nonJsonFault } from '../../../assertions/fault.ts';
import { compileGuard, type Guard } from '../../../assertions/guards.ts';
import { parseArgumentPath, parsePath, parseTemplatePath } from '../../../assertions/parse-path.ts';
import { isPathFault, type Path, type PathFault, type TemplatePath } from '../../../assertions/path.ts';
import { isToolPatternFault, parseToolPattern, type ToolPattern } from '../../../assertions/tool-pattern.ts';
import type { ValuePath } from '../../../diagnostic.ts';
import { FaultList } from '../../../documents/fault-list.ts';
import type { ArgumentCondition } from './call-conditions.ts';
import { type NamingParts, namedArguments } from './closed-arguments.ts';
import type { WorldCondition } from './scenario.ts';

/**
 * Compiles the parts of a suite and collects their faults, each with its place in the file. A part with a fault compiles
 * to undefined, and `refuse` rejects the suite in the end.
 */
export class Compiler extends FaultList {
  /** Parses a path that is written as a key of the suite. */
  keyPath(path: ValuePath, text: string): TemplatePath | undefined {
    return this.#path(parseTemplatePath(text), path, 'key');
  }

  plainKeyPath(path: ValuePath, text: string): Path | undefined {
    return this.#plain(text, path, 'key');
  }

  plainPath(path: ValuePath, text: string): Path | undefined {
    return this.#plain(text, path, 'value');
  }

  argumentPath(path: ValuePath, text: string): Path | undefined {
    return this.#path(parseArgumentPath(text), path, 'value');
  }

  /** In a path without templates braces are ordinary characters, but the author of `{id}` most likely means a template. */
  #plain(text: string, path: ValuePath, at: 'key' | 'value'): Path | undefined {
    const plain = this.#path(parsePath(text), path, at);
    const filled = parseTemplatePath(text);
    if (isPathFault(filled) || filled.every(({ kind }) => kind === 'key')) return plain;
    const help = 'name the key itself; quote a key that has braces: `["{id}"]`';
    return this.fault(path, 'there is no call here to fill a template from', help, at);
  }

  #path<P extends TemplatePath>(result: P | PathFault, path: ValuePath, at: 'key' | 'value'): P | undefined {
    return isPathFault(result) ? this.fault(path, result.message, result.help, at) : result;
  }

  toolPattern(path: ValuePath, text: string): ToolPattern | undefined {
    const pattern = parseToolPattern(text);
    return isToolPatternFault(pattern) ? this.fault(path, pattern.message, pattern.help) : pattern;
  }

  agentPattern(path: ValuePath, text: string | undefined): ToolPattern | undefined {
    return text === undefined ? undefined : this.toolPattern(path, text);
  }

  /** Compiles `closed`: the arguments that the rule names, and those that the suite lists. */
  closedArguments(path: ValuePath, rule: NamingParts): readonly Path[] | undefined {
    const written = this.valueAt(path);
    if (written === undefined) return undefined;
    const listed = Array.isArray(written) ? written : [];
    const others = listed.flatMap((text, index): Path[] => {
      // the schema lets nothing but texts into the list
      const other = this.plainPath([...path, index], text as string);
      return other ? [other] : [];
    });
    return [...namedArguments(rule), ...others];
  }

  /** Whether JSON can express a value. It may end up in the world and so in a report, and JSON has no NaN. */
  json(path: ValuePath, value: unknown): boolean {
    const found = nonJsonFault(value, path);
    if (found) this.fault(found.path, found.message, found.help);
    return !found;
  }

  /** Compiles the `when` of a rule: a guard for each path into the world. */
  worldConditions(path: ValuePath): WorldCondition[] {
    return this.#conditions(path, (at, text) => this.keyPath(at, text));
  }

  /** Compiles the `args` of a rule or a golden step: a guard for each path into the arguments. */
  argumentConditions(path: ValuePath): ArgumentCondition[] {
    return this.#conditions(path, (at, text) => this.plainKeyPath(at, text));
  }

  #conditions<P extends TemplatePath>(
    path: ValuePath,
    parse: (at: ValuePath, text: string) => P | undefined,
  ): { path: P; text: string; guard: Guard }[] {
    return this.entriesAt(path).flatMap(([text, written]) => {
      const at = [...path, text];
      const parsed = parse(at, text);
      const guard = this.compiled(at, compileGuard(written));
      return parsed && guard ? [{ path: parsed, text, guard }] : [];
    });
  }
}
