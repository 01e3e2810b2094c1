import type { Position } from '../../diagnostic.ts';
import { MAX_DEPTH } from '../../documents/source-document.ts';
import { InputError } from '../../errors.ts';
import { clip } from '../../text/clip.ts';
import { toRunReport } from './counts.ts';
import type { RunReport, TestRecord } from './model.ts';
import { TapFault, TapLevel } from './tap-level.ts';
import { parseTapLine, type TapLine } from './tap-line.ts';

const VERSIONS = [13, 14];

/**
 * Whether a text is a TAP stream: its first line that is neither blank nor a comment is a line of TAP, or there is a
 * version or a plan after other output, such as the header that npm prints.
 */
export function looksLikeTap(text: string): boolean {
  let isFirst = true;
  for (const line of linesOf(text)) {
    const { kind } = parseTapLine(line.trim());
    if (kind === 'comment') continue;
    if (kind === 'version' || kind === 'plan') return true;
    if (isFirst && (kind === 'point' || kind === 'bail-out')) return true;
    isFirst = false;
  }
  return false;
}

/** What runners and package managers print at the end of a run that failed. The number, if there is one, counts. */
const ENDS_OF_FAILED_RUNS = [
  /^# (?:fail|failed|failures|cancelled)\s+(\d+)$/,
  /^# failed (\d+) of \d+ tests?$/,
  /^# Looks like (?:you failed|your test (?:exited with|died))/,
  /^npm (?:ERR!|error) /,
  /^\s*ELIFECYCLE\b/,
  /^error Command failed/,
];

/**
 * Reads a TAP stream: version 13 or 14, or TAP 12, which has no version line. Subtests count by their leaves. Test
 * programs may print anything between their results, but a line that looks like a result is never taken for output.
 * @throws InputError when a plan is missing or does not match, a line of TAP is where none belongs, the run bailed out,
 * or no test ran
 */
export function readTap(text: string, file: string): RunReport {
  const parser = new TapParser();
  let line = 0;
  try {
    for (const content of linesOf(text)) {
      line++;
      parser.take(content);
    }
    return toRunReport(parser.end(), file);
  } catch (error) {
    if (!(error instanceof TapFault)) throw error;
    const position: Position = { line: Math.max(line, 1), column: 1 };
    throw new InputError({ file, position, message: error.message, help: error.help });
  }
}

/** Yields the lines of a text. A carriage return stays at the end, where the caller trims white space. */
function* linesOf(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    yield text.slice(start, end);
    start = end + 1;
  }
}

class TapParser {
  /** The stream and the open subtests. Each subtest is indented by four more spaces. */
  readonly #levels: TapLevel[] = [new TapLevel(false)];
  /** The indentation of the YAML block that is open. */
  #yaml: number | undefined;
  /** Whether the last line of TAP was a test line, so that a YAML block may follow. */
  #isAfterPoint = false;
  #isFirst = true;
  #hasVersion = false;
  #hasNotOk = false;
  /** A line that says that the run failed. */
  #failure: string | undefined;
  #isStrict = false;

  take(content: string): void {
    const indent = indentOf(content);
    const text = content.slice(indent).trimEnd();
    if (this.#yaml !== undefined) {
      this.#takeYaml(text, indent);
      return;
    }
    if (this.#isAfterPoint && text === '---' && indent > 4 * (this.#levels.length - 1)) {
      this.#yaml = indent;
      return;
    }
    // a tab never indents a subtest, but a line that starts with a tab may look like a result
    const line = parseTapLine(text.trimStart());
    // pnpm indents by one
    if (indent <= 1 && (line.kind === 'comment' || line.kind === 'other')) this.#seeEnd(text);
    if (line.kind === 'comment') return;
    if (line.kind === 'other' || !this.#isPoint(line, indent)) {
      if (this.#isStrict && text !== '')
        throw new TapFault('is not TAP, although `pragma +strict` requires it');
      return;
    }
    if (text !== text.trimStart()) throw misplaced();
    this.#takeLine(line, indent);
    this.#isFirst = false;
  }

  /** @returns the records of all tests */
  end(): readonly TestRecord[] {
    if (this.#yaml !== undefined) throw new TapFault('the file ends inside a YAML block');
    this.#closeTo(0);
    const tests = this.#top.close();
    if (this.#failure !== undefined && !this.#hasNotOk) {
      throw new TapFault(
        `no test failed, but the output says \`${clip(this.#failure)}\``,
        'see the output of the run: something outside of the tests failed',
      );
    }
    return tests;
  }

  #seeEnd(text: string): void {
    const match = ENDS_OF_FAILED_RUNS.map((end) => end.exec(text)).find((found) => found !== null);
    if (match && match[1] !== undefined && Number(match[1]) === 0) return;
    if (match) this.#failure = text;
  }

  /** Whether a line that other programs may print as output is a test line: it has the next number. */
  #isPoint(line: TapLine, indent: number): boolean {
    if (line.kind !== 'point' || !line.isLoose) return true;
    return indent === 0 && this.#levels.length === 1 && !this.#hasVersion && line.id === this.#top.size + 1;
  }

  get #top(): TapLevel {
    return this.#levels[this.#levels.length - 1] as TapLevel;
  }

  /**
   * Skips a line of a YAML block. The block's lines are indented at least as far as its start. Other output before that
   * column is skipped too, but a line of TAP there shows that the block never ended.
   */
  #takeYaml(text: string, indent: number): void {
    if (indent === this.#yaml && text === '...') this.#yaml = undefined;
    else if (indent < (this.#yaml ?? 0) && !['comment', 'other'].includes(parseTapLine(text).kind)) {
      throw new TapFault('is inside a YAML block that has no end', 'end the block with `...`');
    }
  }

  #takeLine(line: Exclude<TapLine, { kind: 'comment' | 'other' }>, indent: number): void {
    if (line.kind === 'bail-out') {
      throw new TapFault(`the run bailed out${line.reason && `: \`${line.reason}\``}`, 'let the run finish');
    }
    if (line.kind === 'version') {
      this.#checkVersion(line.version, indent);
      this.#hasVersion = true;
      if (indent === 0) return;
    }
    this.#isAfterPoint = line.kind === 'point';
    if (line.kind === 'point' && !line.isOk) this.#hasNotOk = true;
    this.#enter(indent, line.kind);
    if (line.kind === 'plan') this.#top.addPlan(line.count);
    else if (line.kind === 'point') this.#top.addPoint(line);
    else if (line.kind === 'open') this.#top.open();
    else if (line.kind === 'pragma') this.#isStrict = line.strict ?? this.#isStrict;
  }

  #checkVersion(version: number, indent: number): void {
    if (indent === 0 && !this.#isFirst) {
      throw new TapFault('a second TAP stream begins here', 'keep one stream in the file');
    }
    if (!VERSIONS.includes(version)) {
      throw new TapFault(`TAP version ${version} is not supported`, `supported: ${VERSIONS.join(', ')}`);
    }
  }

  /** Moves to the level of this indentation: closes the subtests that end here, or opens one. */
  #enter(indent: number, kind: string): void {
    const depth = indent / 4;
    if (!Number.isInteger(depth)) throw misplaced();
    if (depth > MAX_DEPTH) throw new TapFault(`nested deeper than ${MAX_DEPTH} levels`);
    if (depth >= this.#levels.length) {
      if (kind === 'open' || kind === 'close') throw misplaced();
      // a subtest may begin with a subtest of its own
      while (depth >= this.#levels.length) this.#levels.push(new TapLevel(this.#top.startChild()));
      return;
    }
    const isClosing = kind === 'close';
    this.#closeTo(isClosing ? depth + 1 : depth);
    if (!isClosing) return;
    if (this.#levels.length === depth + 2) this.#leave(true);
    else this.#top.closeEmpty();
  }

  #closeTo(depth: number): void {
    while (this.#levels.length - 1 > depth) this.#leave(false);
  }

  #leave(byBrace: boolean): void {
    const level = this.#levels.pop() as TapLevel;
    if (level.isInBraces !== byBrace) {
      throw new TapFault(byBrace ? 'a `}` without its `{`' : 'a subtest in braces has no `}`');
    }
    this.#top.endChild(level);
  }
}

function misplaced(): TapFault {
  return new TapFault(
    'a line of TAP at an indentation where no subtest can be',
    'indent subtests by four spaces',
  );
}

function indentOf(line: string): number {
  let indent = 0;
  while (line.charCodeAt(indent) === 0x20) indent++;
  return indent;
}
