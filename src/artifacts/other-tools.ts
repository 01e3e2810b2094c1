import { isObject } from '../values/own-property.ts';

/** A format that mcptest knows by sight and does not read. */
interface OtherTool {
  readonly format: string;
  /** The keys of the object, or of the first entry of a list. */
  readonly keys: readonly string[];
  readonly isList?: true;
  readonly help: string;
}

const SARIF = (how: string) => `let it write SARIF, and pass that with --security: ${how}`;

/** Files that people have at hand, and what to pass instead. */
const OTHER_TOOLS: readonly OtherTool[] = [
  {
    format: 'the JSON of ESLint',
    isList: true,
    keys: ['filePath', 'messages', 'errorCount'],
    help: SARIF('`--format @microsoft/eslint-formatter-sarif`'),
  },
  {
    format: 'the JSON of Ruff',
    isList: true,
    keys: ['filename', 'code', 'location', 'noqa_row'],
    help: SARIF('`--output-format sarif`'),
  },
  {
    format: 'the JSON of ShellCheck',
    isList: true,
    keys: ['file', 'line', 'endLine', 'level', 'code', 'fix'],
    help: SARIF('with `shellcheck-sarif`'),
  },
  {
    format: 'the JSON of hadolint',
    isList: true,
    keys: ['code', 'column', 'file', 'level', 'line'],
    help: SARIF('`--format sarif`'),
  },
  {
    format: 'a Code Climate report',
    isList: true,
    keys: ['check_name', 'fingerprint', 'location'],
    help: SARIF('see its options'),
  },
  {
    format: 'the JSON of Nuclei',
    isList: true,
    keys: ['template-id', 'matched-at'],
    help: SARIF('`-sarif-export`'),
  },
  { format: 'the JSON of gosec', keys: ['Issues', 'Stats'], help: SARIF('`-fmt sarif`') },
  { format: 'the JSON of Brakeman', keys: ['scan_info', 'warnings'], help: SARIF('`-f sarif`') },
  { format: 'the JSON of KICS', keys: ['kics_version', 'queries'], help: SARIF('`--report-formats sarif`') },
  { format: 'a report of ZAP', keys: ['@programName', 'site'], help: SARIF('the template `sarif-json`') },
  {
    format: 'a page of issues of SonarQube',
    keys: ['paging', 'issues', 'components'],
    help: 'pass the reports of the scanners themselves',
  },
  {
    format: 'an SBOM (CycloneDX)',
    keys: ['bomFormat', 'specVersion'],
    help: 'scan it with Grype, Trivy or OSV-Scanner, and pass the result with --security',
  },
  {
    format: 'an SBOM (SPDX)',
    keys: ['spdxVersion', 'SPDXID'],
    help: 'scan it with Grype, Trivy or OSV-Scanner, and pass the result with --security',
  },
];

/** Returns what a value is and what to do with it, if it is in one of these formats. */
export function otherToolOf(value: unknown): { readonly format: string; readonly help: string } | undefined {
  const shown: unknown = Array.isArray(value) ? value[0] : value;
  if (!isObject(shown)) return undefined;
  return OTHER_TOOLS.find(
    ({ isList = false, keys }) =>
      isList === Array.isArray(value) && keys.every((key) => Object.hasOwn(shown, key)),
  );
}
