/** The server of a suite: a program that speaks MCP on stdio, or the URL of a running server over streamable HTTP. */
export type SuiteServer =
  | { readonly command: string; readonly args?: readonly string[] }
  | { readonly url: string };

/** What a test expects: a result without an error, or a tool error or protocol error. */
export interface SuiteExpectation {
  readonly outcome: 'ok' | 'error';
  /** The text blocks of the content, joined by line ends. */
  readonly text?: string;
}

/** One call of a tool, and what it must answer. */
export interface SuiteTest {
  /** Unique in the suite. */
  readonly name: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Whether the test runs alone and once. */
  readonly serial?: boolean;
  /** Whether the test does not run. */
  readonly skip?: boolean;
  readonly expect: SuiteExpectation;
}

/** A call that someone wrote, to be made before anything is tested. */
export interface SetupCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A suite of tool tests, for `mcptest run`. */
export interface TestSuite {
  readonly server: SuiteServer;
  readonly tests: readonly SuiteTest[];
}

/** Tests that belong together, with comments for the people who read the file. Programs do not see the comments. */
export interface SuiteSection {
  /** Lines above the first test. */
  readonly comments: readonly string[];
  readonly tests: readonly { readonly comments: readonly string[]; readonly test: SuiteTest }[];
}

/** A suite as it is written: the tests in sections, with comments. */
export interface CommentedSuite extends Omit<TestSuite, 'tests'> {
  /** Lines at the beginning of the file. */
  readonly comments: readonly string[];
  readonly sections: readonly SuiteSection[];
}
