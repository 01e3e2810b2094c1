import type { JsonFormat } from '../../artifacts/json-artifact.ts';
import { MOST_FINDINGS } from '../../diagnostic.ts';
import type { Contradiction } from '../../documents/compare-with-parts.ts';
import { type PlainSchema, readKnown } from '../../documents/known-part.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { InputError } from '../../errors.ts';
import { inFileOrder } from '../../findings/finding.ts';
import type { FindingTable } from '../../findings/table.ts';
import type { Ports } from '../../ports.ts';
import type { Formats } from '../../report/format.ts';
import { writeReport } from '../output.ts';
import type { AgainOptions } from './flags.ts';

/** A report that can be written again. */
export interface ReportKind {
  /** The command that makes it, without `mcptest`. */
  readonly command: string;
  /** The formats that it has, the default first. */
  readonly formats: readonly string[];
  /** Checks the document, and writes it. @throws InputError */
  readonly write: (document: SourceDocument, options: AgainOptions, ports: Ports) => Promise<void>;
}

/** Returns what a report says against its own parts. */
type ContradictionsIn<Report> = (
  report: Report,
) => readonly Contradiction[] | Promise<readonly Contradiction[]>;

/** Of a report that comes to no answer: a list, such as that of the rules. */
export const NO_VERDICT = async () => () => [];

/** Of a report of findings. */
export async function ofFindings<Severity extends string>(table: FindingTable<Severity>) {
  const { findingContradictions } = await import('../../findings/contradictions.ts');
  return (report: Parameters<typeof findingContradictions<Severity>>[1]) =>
    findingContradictions(table, report);
}

/**
 * Makes the row of a report.
 * @param schema loads the schema of the JSON of the report
 * @param contradictions loads what finds the statements that the parts of the report do not bear out
 * @param artifact loads the format in which a release gate reads the report: what that refuses is no report either
 */
export function reportKind<Report>(
  command: string,
  formats: Formats<Report>,
  schema: () => Promise<PlainSchema<Report>>,
  contradictions: () => Promise<ContradictionsIn<Report>>,
  artifact?: () => Promise<Pick<JsonFormat<unknown>, 'read'>>,
): ReportKind {
  return {
    command,
    formats: Object.keys(formats),
    async write(document, options, ports) {
      const report = readKnown(await schema(), document);
      refuse(await (await contradictions())(report), document, command);
      refuseAsGate(await artifact?.(), document, command);
      await writeReport(report, formats, options, ports);
    },
  };
}

/** @throws InputError for a report that contradicts itself: its page would show as passed what failed, or the reverse */
function refuse(found: readonly Contradiction[], document: SourceDocument, command: string): void {
  if (found.length === 0) return;
  const { file, locate } = document;
  // to find the place of a value takes as long as to read the file
  const shown = found.slice(0, MOST_FINDINGS + 1);
  const placed = inFileOrder(shown.map((each) => ({ ...each, ...locate(each.path) })));
  throw new InputError(
    placed.map(({ line, column, path, message }, index) => ({
      ...{ file, position: { line, column }, path, message },
      // the same for all
      help: index === 0 ? helpFor(command) : undefined,
    })),
  );
}

/** @throws InputError for what a release gate refuses */
function refuseAsGate(
  format: Pick<JsonFormat<unknown>, 'read'> | undefined,
  document: SourceDocument,
  command: string,
): void {
  try {
    format?.read(document);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(
      error.diagnostics.map((each, index) =>
        index === 0 && each.help === undefined ? { ...each, help: helpFor(command) } : each,
      ),
    );
  }
}

function helpFor(command: string): string {
  return `a report that contradicts itself was changed after it was written: pass the one that \`mcptest ${command}\` wrote, or run that again`;
}
