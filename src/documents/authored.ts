import { parseJson } from './json.ts';
import type { SourceDocument } from './source-document.ts';
import { parseYaml } from './yaml.ts';

/**
 * Reads what people write as YAML or JSON. A file whose name and whose beginning say JSON must be JSON: other programs
 * read it too, and would refuse what YAML lets pass, such as a comma at the end.
 * @throws InputError
 */
export function parseAuthored(text: string, file: string): SourceDocument {
  const isJson = file.endsWith('.json') && /^\s*[[{]/.test(text);
  return isJson ? parseJson(text, file, 'exact') : parseYaml(text, file);
}
