import type { LeftOut } from '../../artifacts/cassette/events/notes.ts';
import type { Cassette, RecordedCall, Turn, Usage } from '../../artifacts/cassette/model.ts';
import type { Recording } from '../../artifacts/cassette/read.ts';
import { escapeForTerminal, escapeLine } from '../../text/escape-terminal.ts';
import type { Palette } from '../palette.ts';
import { plural } from '../plural.ts';

/** Longer texts and values are cut, with a note of how many characters are missing. */
const LONGEST_TEXT = 1200;
const LONGEST_VALUE = 240;

/** The width of the labels in a turn. */
const LABEL = 10;

/** What was read from a file: its recordings, and what the reader says about them. */
export interface ReadFile {
  readonly recordings: readonly Recording[];
  readonly format: string;
  /** In Markdown. */
  readonly recognisedBy: string;
  readonly leftOut: readonly LeftOut[];
  /** Further files that were read as parts of it. */
  readonly readWith?: readonly string[] | undefined;
}

/** The recordings of a file, and a function that writes their canonical form. */
export interface ShownRecordings extends ReadFile {
  readonly toCanonical: () => string;
}

/**
 * Writes recordings as text: which reader took the file and what it left out, then turn by turn what the user said, what
 * was called and what the agent answered.
 */
export function formatTranscripts(file: ReadFile, palette: Palette): string {
  return file.recordings
    .map((recording, index) => {
      // said once for a file, however many runs it contains
      const reader = index === 0 ? readerLines(file, palette) : [];
      return formatTranscript(recording, reader, palette);
    })
    .join('\n');
}

function readerLines({ format, recognisedBy, leftOut, readWith = [] }: ReadFile, palette: Palette): string[] {
  return [
    ...labelled('read as', `${format}, recognised by ${recognisedBy}`, palette),
    ...readWith.flatMap((file) => labelled('with', file, palette)),
    ...leftOut.flatMap(({ what, why, count }) => labelled('left out', `${what} (${count}): ${why}`, palette)),
  ];
}

function formatTranscript(
  { reference, cassette }: Recording,
  reader: readonly string[],
  palette: Palette,
): string {
  const all = cassette.turns.flatMap(({ tool_calls }) => tool_calls);
  const failed = all.filter(({ is_error }) => is_error).length;
  const responses = cassette.turns.filter(({ final_response }) => final_response !== undefined).length;
  const calls = `${plural(all.length, 'tool call')}${failed > 0 ? `, ${failed} failed` : ''}`;
  const title = `${palette.bold(escapeLine(reference))}: ${plural(responses, 'final response')}, ${calls}`;
  const lines = [title, ...reader, ...about(cassette, palette)];
  let index = 0;
  for (const [number, turn] of cassette.turns.entries()) {
    lines.push('', palette.bold(`turn ${number}`), ...turnLines(turn, index, palette));
    index += turn.tool_calls.length;
  }
  return `${lines.join('\n')}\n`;
}

function about(cassette: Cassette, palette: Palette): string[] {
  const { model, provider, recorded_at, system_prompt, prompt, usage, cost_micros } = cassette;
  const cost = cost_micros === undefined ? undefined : `${cost_micros} micro-dollars`;
  const facts = { model, provider, recorded: recorded_at, system: system_prompt, prompt };
  return Object.entries({ ...facts, tokens: usage ? tokens(usage) : 'not stated', cost }).flatMap(
    ([label, text]) => (text === undefined ? [] : labelled(label, cut(text, LONGEST_VALUE), palette)),
  );
}

function tokens(usage: Usage): string {
  const { input_tokens, output_tokens, cache_read_tokens, cache_write_tokens } = usage;
  return [
    `${input_tokens} in`,
    `${output_tokens} out`,
    ...(cache_read_tokens === undefined ? [] : [`${cache_read_tokens} read from cache`]),
    ...(cache_write_tokens === undefined ? [] : [`${cache_write_tokens} written to cache`]),
  ].join(', ');
}

function turnLines(
  { user, tool_calls, final_response, refused }: Turn,
  first: number,
  palette: Palette,
): string[] {
  return [
    ...(user === undefined ? [] : labelled('user', cut(user, LONGEST_TEXT), palette)),
    ...tool_calls.flatMap((call, at) => callLines(call, first + at, palette)),
    ...(final_response === undefined ? [] : labelled('response', cut(final_response, LONGEST_TEXT), palette)),
    ...(refused ? labelled('', 'marked as a refusal', palette) : []),
  ];
}

/** Writes a call. Its index continues from turn to turn, as in `tool_calls[0]` of a scenario report. */
function callLines(call: RecordedCall, index: number, palette: Palette): string[] {
  const { name, server, args, raw_args, is_error, result, error } = call;
  const tool = server === undefined ? name : `${server}/${name}`;
  // the name stays on one line, since the arguments follow it
  const called = `${escapeForTerminal(tool)} ${cut(raw_args ?? JSON.stringify(args), LONGEST_VALUE)}`;
  const lines = [...labelled(`call ${index}`, called, palette), ...asides(call, palette)];
  if (!is_error) return lines;
  return [
    ...lines,
    ...labelled('', said('error', error ?? result), palette).map(palette.bad),
    ...(error === undefined ? [] : labelled('', said('result', result), palette)),
  ];
}

/** What else the recording says about a call. */
function asides({ agent, abandoned, unanswered }: RecordedCall, palette: Palette): string[] {
  const said = [
    ...(agent === undefined ? [] : [`by ${agent}`]),
    ...(abandoned ? ['in a branch that was abandoned'] : []),
    ...(unanswered ? ['no answer was recorded'] : []),
  ];
  return said.length === 0 ? [] : labelled('', said.join(', '), palette);
}

function said(what: string, value: unknown): string {
  if (value === undefined) return what;
  return cut(`${what} ${typeof value === 'string' ? value : JSON.stringify(value)}`, LONGEST_VALUE);
}

/** Writes a text of one or more lines, with the label before the first line. */
function labelled(label: string, text: string, { quiet }: Palette): string[] {
  const [first = '', ...others] = text
    .split(/\r\n|\n/)
    .map((line, index) => (index === 0 ? escapeForTerminal(line) : escapeLine(line)));
  const indent = ' '.repeat(LABEL + 2);
  return [
    `  ${label === '' ? ' '.repeat(LABEL) : quiet(label.padEnd(LABEL))}${first}`.trimEnd(),
    ...others.map((line) => `${indent}${line}`.trimEnd()),
  ];
}

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // do not split a character in the middle
  const end = /[\ud800-\udbff]/.test(text.charAt(longest - 1)) ? longest - 1 : longest;
  return `${text.slice(0, end)}… (${text.length - end} more characters)`;
}
