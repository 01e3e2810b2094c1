import { getAt } from './access.ts';
import {
  bareSegment,
  formatPath,
  type KeySegment,
  type Path,
  type TemplatePath,
  type TemplateSegment,
} from './path.ts';
import { show } from './show.ts';
import { explainMissing } from './value-source.ts';

/** A template that the arguments of a call do not fill: the argument is missing, or is nothing to write in a path. */
export interface UnfilledTemplate {
  readonly argument: Path;
  /** Undefined when the argument is missing. */
  readonly found: unknown;
}

/**
 * Fills the templates of a path from the arguments of a call. A filled value is one segment, or part of one,
 * whatever characters it holds; a segment that comes out decimal is an index like any other.
 * Source: "Path templates" of the scenario world.
 */
export function resolveTemplate(path: TemplatePath, args: unknown): Path | UnfilledTemplate {
  // one million calls may come by: a path without templates is returned as it is
  let filled: KeySegment[] | undefined;
  for (let index = 0; index < path.length; index++) {
    const segment = path[index] as KeySegment | TemplateSegment;
    if (segment.kind === 'key') {
      filled?.push(segment);
      continue;
    }
    let key = '';
    for (const part of segment.parts) {
      const value = typeof part === 'string' ? part : getAt(args, part);
      if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
        return { argument: part as Path, found: value };
      }
      key += String(value);
    }
    filled ??= path.slice(0, index) as KeySegment[];
    filled.push(bareSegment(key));
  }
  return filled ?? (path as Path);
}

/** Tells the two results of {@link resolveTemplate} apart. */
export function isUnfilled(result: Path | UnfilledTemplate): result is UnfilledTemplate {
  return !Array.isArray(result);
}

/** `the argument \`id\` is missing`: why a template is unfilled, in words. */
export function explainUnfilled({ argument, found }: UnfilledTemplate, args: unknown): string {
  if (found === undefined) return explainMissing(argument, args);
  return `the argument \`${formatPath(argument)}\` is ${show(found)}; a path takes text, a number, true or false`;
}
