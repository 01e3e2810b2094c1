import { parseJson } from '../../../documents/json.ts';
import { isJsonLines, parseJsonLines } from '../../../documents/json-lines.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { parseYaml } from '../../../documents/yaml.ts';
import { InputError } from '../../../errors.ts';

/**
 * Parses the text of a suite, YAML or JSON. A recording given in place of the suite has a message of its own: the two
 * files are often next to each other, and the schema would only report that `scenarios` is missing.
 * @throws InputError
 */
export async function parseSuiteDocument(source: string, file: string): Promise<SourceDocument> {
  const json = parseIfJson(source, file);
  if (json) await refuseRecording(json);
  return parseYaml(source, file);
}

/** Parses a text as JSON or JSON Lines; undefined when it is neither. */
function parseIfJson(source: string, file: string): SourceDocument | undefined {
  if (!/^\s*[[{]/.test(source)) return undefined;
  try {
    return isJsonLines(source) ? parseJsonLines(source, file) : parseJson(source, file);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

async function refuseRecording({ file, value, locate }: SourceDocument): Promise<void> {
  if (typeof value !== 'object' || value === null || Object.hasOwn(value, 'scenarios')) return;
  // loaded on demand, so a real suite does not pay for it
  const { recordingFormatOf } = await import('../../../artifacts/cassette/recognise.ts');
  const format = recordingFormatOf(value);
  if (format === undefined) return;
  throw new InputError({
    file,
    position: locate([]),
    message: `is a recording (${format}), not a suite`,
    help: 'name it under `cassette:` in a suite, or print it with `mcptest cassette show`',
  });
}
