import type { Command } from 'commander';
import { REPORT_FLAGS } from '../commands/report/flags.ts';
import type { Declare } from './command.ts';

/** Declares `mcptest report`. */
export function declareReport(command: Command, declare: Declare): void {
  declare(command, {
    summary: 'convert a report that you kept as JSON to another format',
    description:
      'Reads a report or an artifact that another command wrote with --format json, and writes it in another format, such as ' +
      'a page for people. Exits 0 when it is written, whatever its verdict is, and 2 when the file is not a report of mcptest, ' +
      'or when that kind of report does not have this format.',
    operand: { spelling: '<file>', about: 'the report as JSON; - is standard input' },
    flags: REPORT_FLAGS,
    example: 'mcptest report run.json --format html --out run.html',
    load: async () => (await import('../commands/report/report.ts')).report,
  });
}
