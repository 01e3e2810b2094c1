import type { CatalogDiff } from '../../features/catalog/diff-schema.ts';
import { code, markdownTable } from '../markdown.ts';
import { plural } from '../plural.ts';
import { byTool } from './diff.ts';

/** Formats how two catalogs differ as Markdown, for a pull request. */
export function formatDiffMarkdown(diff: CatalogDiff): string {
  const { before, after, findings, fail_on, accepted } = diff;
  const said =
    fail_on === undefined ? '' : `, ${accepted ? 'accepted' : 'rejected'} by \`--fail-on ${fail_on}\``;
  const head = `### Tools: ${plural(findings.length, 'change')}${said}\n\n${code(before.file)} (${before.tools}) to ${code(after.file)} (${after.tools})\n`;
  if (findings.length === 0) return head;
  const rows = [...byTool(findings)].flatMap(([name, changes]) =>
    changes.map(({ severity, message, code: kind }) => [code(name), severity, code(message), `\`${kind}\``]),
  );
  return `${head}\n${markdownTable(['tool', 'weight', 'change', 'kind'], rows)}`;
}
