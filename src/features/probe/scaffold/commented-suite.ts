import type { CommentedSuite, StarterServer, SuiteSection } from '../../../artifacts/test-suite/model.ts';
import { REVIEW_MARKER } from '../../../exec-policy/decide.ts';
import { DECISION_REASONS } from '../../../exec-policy/model.ts';
import { clip } from '../../../text/clip.ts';
import type { ToolScaffold } from './scaffold.ts';

/** The longest name or note of a server in a comment, in characters. */
const LONGEST_COMMENT = 200;

/**
 * Makes the suite of generated tests: a section for each tool, with comments that say what it does, which tests are
 * missing, and what to review.
 * @param schema the path of the JSON Schema of suites, as seen from the file; undefined if it is not installed
 */
export function toCommentedSuite(
  server: StarterServer,
  scaffolds: readonly ToolScaffold[],
  schema: string | undefined,
): CommentedSuite {
  return {
    comments: [
      ...(schema === undefined ? [] : [`yaml-language-server: $schema=${schema}`, '']),
      'A first suite. The arguments are generated from the schemas of the tools. Replace the arguments of the happy paths',
      'with meaningful ones, and add the answers that you expect. Run the suite only against a server that may be changed:',
      'mcptest does not undo what the calls change.',
    ],
    server,
    sections: scaffolds.map(toSection),
  };
}

function toSection({ tool, classification, decision, tests, notes }: ToolScaffold): SuiteSection {
  const review = `${REVIEW_MARKER.replace(/^# /, '')}: ${DECISION_REASONS[decision.reason]}; then remove \`skip\``;
  return {
    comments: [
      `${clip(tool.name, LONGEST_COMMENT)}, ${classification.class}`,
      ...classification.warnings.map(({ message }) => `warning: ${message}`),
      ...notes.map((note) => clip(note, LONGEST_COMMENT)),
    ],
    tests: tests.map((test) => ({ comments: test.skip ? [review] : [], test })),
  };
}
