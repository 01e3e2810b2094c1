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

/**
 * A template that the arguments of a call do not fill: the argument is missing, or its value cannot be part of a
 * path.
 */
export interface UnfilledTemplate {
  readonly argument: Path;
  /** Undefined when the argument is missing. */
  readonly found: unknown;
}

/**
 * Fills the templates of a path from the arguments of a call. A filled value is one segment, or part of one, whatever
 * characters it contains. A segment that becomes decimal is an index like any other.
 * Spec (scenario worlds): "Path templates".
 */
export function resolveTemplate(path: TemplatePath, args: unknown): Path | UnfilledTemplate {
  // there may be a million calls: a path without templates is returned unchanged
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

/** Distinguishes the two results of {@link resolveTemplate}. */
export function isUnfilled(result: Path | UnfilledTemplate): result is UnfilledTemplate {
  return !Array.isArray(result);
}

/** Explains why a template is unfilled: `the argument \`id\` is missing`. */
export function explainUnfilled({ argument, found }: UnfilledTemplate, args: unknown): string {
  if (found === undefined) return explainMissing(argument, args);
  return `the argument \`${formatPath(argument)}\` is ${show(found)}; a path accepts text, a number, true or false`;
}
