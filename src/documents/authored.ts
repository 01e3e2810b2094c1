import { parseJson } from './json.ts';
import type { SourceDocument } from './source-document.ts';
import { parseYaml } from './yaml.ts';

/**
 * Parses an authored file, YAML or JSON. A file whose name and first character say JSON must be strict JSON: other
 * programs read it too, and would refuse what YAML allows, such as a trailing comma.
 * @throws InputError
 */
export function parseAuthored(text: string, file: string): SourceDocument {
  const isJson = file.endsWith('.json') && /^\s*[[{]/.test(text);
  return isJson ? parseJson(text, file, 'exact') : parseYaml(text, file);
}
