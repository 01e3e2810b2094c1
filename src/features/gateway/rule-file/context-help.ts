import type { Diagnostic } from '../../../diagnostic.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { clip } from '../../../text/clip.ts';
import { isObject, valueAt } from '../../../values/own-property.ts';

/** The constraints of a context that take a list of values. */
const LISTS: ReadonlySet<string> = new Set([
  'ip',
  'resource.environment',
  'resource.type',
  'resource.host',
  'agent.labels',
  'mlThreatClass',
]);

/** Keys that people often write in a context, and the help for each. */
const MISPLACED: Readonly<Record<string, string>> = {
  environment: 'did you mean `resource.environment`?',
  type: 'did you mean `resource.type`?',
  host: 'did you mean `resource.host`?',
  labels: 'did you mean `agent.labels`?',
  'agent.mlThreatClass': 'did you mean `mlThreatClass`, next to `agent`?',
  'agent.id': 'rules cannot match `agent.id`: give the agent a label and use `agent.labels`',
};

/** Adds help to a finding in a context if it is a common mistake. */
export function helpedOnContext(finding: Diagnostic, { value }: SourceDocument): Diagnostic {
  const { path = [] } = finding;
  const key = path.slice(path.lastIndexOf('context') + 1).join('.');
  if (!path.includes('context')) return finding;
  const misplaced = Object.hasOwn(MISPLACED, key) ? MISPLACED[key] : undefined;
  if (misplaced !== undefined) return { ...finding, help: misplaced };
  const last = String(path.at(-1));
  if (last === key && LISTS.has(key) && key.includes('.')) {
    const [outer, inner] = key.split('.');
    return { ...finding, help: `write it nested, as \`${outer}: { ${inner}: { anyOf: [...] } }\`` };
  }
  const found = valueAt(value, path);
  if (!LISTS.has(key) || isObject(found) || found === undefined) return finding;
  return { ...finding, help: `write it as \`{ anyOf: [${clip(valuesOf(found))}] }\`` };
}

function valuesOf(found: unknown): string {
  const values: readonly unknown[] = Array.isArray(found) ? found : [found];
  const isPlain = values.every((each) => typeof each !== 'object');
  return isPlain && values.length > 0 ? values.map(String).join(', ') : '...';
}
