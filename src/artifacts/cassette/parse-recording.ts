import { parseJson } from '../../documents/json.ts';
import { isJsonLines, parseJsonLines } from '../../documents/json-lines.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { parseYaml } from '../../documents/yaml.ts';
import { isEventStream, withoutEventFields } from './event-stream.ts';
import { refuseSuiteText } from './unrecognised.ts';

/** Parses the text of a recording: JSON, lines of JSON, an event stream, or YAML. @throws InputError if it is none of them */
export function parseRecording(text: string, file: string): SourceDocument {
  if (isEventStream(text)) return parseJsonLines(text.split('\n').map(withoutEventFields).join('\n'), file);
  if (isJsonLines(text)) return parseJsonLines(text, file);
  // cassettes of HTTP exchanges are kept as YAML
  if (!/^\s*[[{]/.test(text) && /^interactions:/m.test(text)) return parseYaml(text, file);
  // the JSON parser would only complain about the first letter of a suite in YAML
  refuseSuiteText(text, file);
  return parseJson(text, file, 'exact');
}
