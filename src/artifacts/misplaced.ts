import { parseJson } from '../documents/json.ts';
import { InputError } from '../errors.ts';
import type { FilesPort } from '../ports.ts';
import { recordingFormatOf } from './cassette/recognise.ts';
import { officialFormat } from './conformance/official.ts';
import { artifactInWords } from './json-artifact.ts';
import { type ArtifactKind, flagOf } from './kinds.ts';
import { otherToolOf } from './other-tools.ts';
import { FOREIGN_JSON_FORMATS } from './run-report/foreign-json.ts';
import { readRunReport } from './run-report/read.ts';
import { SECURITY_FORMATS } from './security/formats.ts';

/** What a file is: its format, and what to do with it. */
export interface Sighting {
  readonly format: string;
  readonly kind?: ArtifactKind;
  readonly help: string;
}

/**
 * Returns the error for a file that is not an artifact of the expected kind, if its format is known: which flag takes
 * it, or which command, or how its tool writes a format that mcptest reads. Undefined when the format is not known.
 */
export async function misplaced(
  expected: ArtifactKind,
  file: string,
  text: string,
  files: FilesPort,
): Promise<InputError | undefined> {
  const found = await sightingOf(file, text, files, expected);
  if (!found || found.kind === expected) return undefined;
  const { format, kind, help } = found;
  const names = [
    ...(format.startsWith('mcptest ') ? [] : [format]),
    ...(kind ? [artifactInWords(kind)] : []),
  ];
  return new InputError({
    file,
    position: { line: 1, column: 1 },
    message: `is ${names.join(', ')}, not ${artifactInWords(expected)}`,
    help,
  });
}

/**
 * Returns what a file is that mcptest did not write, if its format is known.
 * @param expected the artifact that it should be, if it should be one
 */
export async function sightingOf(
  file: string,
  text: string,
  files: FilesPort,
  expected?: ArtifactKind,
): Promise<Sighting | undefined> {
  const value = valueIn(text, file);
  if (value !== undefined) return inJson(value, file);
  return (await inText(text, file, files)) ?? inMarkup(text, expected);
}

function inJson(value: unknown, file: string): Sighting | undefined {
  for (const { kind, formats } of FORMATS) {
    const format = formats.find(({ recognises }) => recognises(value));
    if (format) return { format: format.name, kind, help: `pass it with ${flagOf(kind)}` };
  }
  const other = otherToolOf(value);
  if (other) return other;
  const recording = recordingFormatOf(value);
  if (recording === undefined) return undefined;
  return {
    format: `a recording of an agent (${recording})`,
    help: `replay it with \`mcptest scenario run\`, or look at it with \`mcptest cassette show ${file}\``,
  };
}

/** Returns the value of a JSON text; undefined if the text is something else. */
function valueIn(text: string, file: string): unknown {
  try {
    return parseJson(text, file).value;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return undefined;
  }
}

/** The formats of other tools, which look like nothing else. */
const FORMATS = [
  { kind: 'security', formats: SECURITY_FORMATS },
  { kind: 'run-report', formats: FOREIGN_JSON_FORMATS },
  { kind: 'conformance-report', formats: [{ name: officialFormat.name, recognises: hasOfficialStatus }] },
] as const satisfies readonly { kind: ArtifactKind; formats: readonly object[] }[];

/** Many lists have a `status`; only the official suite writes it like this. */
function hasOfficialStatus(value: unknown): boolean {
  const [first] = officialFormat.recognises(value) ? (value as { status: unknown }[]) : [];
  return typeof first?.status === 'string' && /^[A-Z]+$/.test(first.status);
}

/** No artifact is HTML; a server that refuses a download sends it. The reader of run reports says so itself. */
function inMarkup(text: string, expected: ArtifactKind | undefined): Sighting | undefined {
  if (expected === 'run-report' || !/^\s*<(?:!doctype\s+)?html\b/i.test(text)) return undefined;
  return { format: 'an HTML page', help: 'open it: it may say why a server refused the download' };
}

/** Of the formats that are not one JSON document, only run reports are artifacts. */
async function inText(text: string, file: string, files: FilesPort): Promise<Sighting | undefined> {
  try {
    const { format } = await readRunReport(file, { ...files, readText: () => text });
    return { format, kind: 'run-report', help: `pass it with ${flagOf('run-report')}` };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return undefined;
  }
}
