import type { ProbeComparison } from '../../features/probe/comparison-schema.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import type { Palette } from '../palette.ts';
import { plural } from '../plural.ts';
import { formatProbe } from './probe.ts';

/** Formats a probe in two protocols as text: one probe after the other, then what differs. */
export function formatComparison({ reports, differences }: ProbeComparison, palette: Palette): string {
  const lines = differences.map(
    ({ tool, message }) => `  ${escapeForTerminal(tool)}: ${escapeForTerminal(message)}`,
  );
  const verdict =
    lines.length === 0
      ? palette.good('no tool differs between the two protocols')
      : palette.bad(
          `${plural(lines.length, 'tool')} ${lines.length === 1 ? 'differs' : 'differ'} between the two protocols`,
        );
  return `${reports.map((report) => formatProbe(report, palette)).join('\n')}\n${[verdict, ...lines].join('\n')}\n`;
}
