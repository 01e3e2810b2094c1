import type { ValuePath } from '../../diagnostic.ts';
import { Contradictions, confirmed } from '../../documents/contradictions.ts';
import { recordList } from '../../documents/record-list.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { validate } from '../../documents/validate.ts';
import { InputError } from '../../errors.ts';
import { isObject, own } from '../../values/own-property.ts';
import { hasAnyKey, type JsonFormat } from '../json-artifact.ts';
import { ARTIFACTS } from '../kinds.ts';
import { SCAN_SEVERITIES, type SecurityScan } from './model.ts';
import { anyFinding, SEVERITY_OF, type SecurityFile, type SeverityWord, securitySchema } from './schema.ts';
import { SeverityCounter } from './severity.ts';
import { refuseSignOfFailure } from './signs-of-failure.ts';

type Findings = readonly { readonly severity: SeverityWord }[];

/** The keys that may contain a list of findings. */
const FINDING_LISTS = ['findings', 'results', 'issues'] as const;

/** The security scan that mcptest writes, in any of its spellings. */
export const canonicalFormat: JsonFormat<SecurityScan> = {
  name: 'mcptest security scan',
  recognises: (value) =>
    isObject(value) &&
    (Object.hasOwn(value, 'schema_version') ||
      findingsIn(value).some((entry) => Object.hasOwn(entry, 'severity'))),
  read: (document) => ({ value: readNamed(document), warnings: [] }),
};

/**
 * An object with a list that could be one of findings, though nothing says that it is: an empty list is also what a
 * failed scan, a page beyond the last and the answer of any other program look like.
 */
export const namelessFormat: JsonFormat<SecurityScan> = {
  name: canonicalFormat.name,
  recognises: hasAnyKey(FINDING_LISTS),
  read: (document) => ({ value: readNamed(document), warnings: [] }),
};

function readNamed(document: SourceDocument): SecurityScan {
  const scan = toScan(validate(securitySchema, document), document);
  const { file, value, locate } = document;
  if (!isObject(value) || Object.hasOwn(value, 'schema_version') || findingsIn(value).some(hasMessage))
    return scan;
  const path = [FINDING_LISTS.find((key) => Object.hasOwn(value, key)) ?? ''];
  throw new InputError({
    file,
    position: locate(path, 'key'),
    path,
    message:
      scan.total === 0
        ? 'is empty, and nothing shows that the file is a security scan'
        : 'has no finding with a message, and nothing else shows that the file is a security scan',
    help: `let the scanner write SARIF, or add \`"schema_version": "${ARTIFACTS.security.schemaVersion}"\``,
  });
}

/** Returns the objects in all lists that could be lists of findings. */
function findingsIn(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>[] {
  return FINDING_LISTS.flatMap((key) => own(value, key)).filter(isObject);
}

/** Whether a finding has a severity, and says what is wrong. */
function hasMessage(finding: Readonly<Record<string, unknown>>): boolean {
  return (
    Object.hasOwn(finding, 'severity') &&
    MESSAGES.some((key) => typeof own(finding, key) === 'string' || isObject(own(finding, key)))
  );
}

/** The names that scanners give to the message of a finding. */
const MESSAGES = ['message', 'title', 'description', 'summary', 'text', 'name'];

/** A bare list of findings, as some scanners print it. */
export const bareListFormat: JsonFormat<SecurityScan> = {
  name: 'list of findings with a severity each',
  recognises: (value) => Array.isArray(value) && isObject(value[0]) && Object.hasOwn(value[0], 'severity'),
  read: (document) => ({ value: countFindings(validate(recordList(anyFinding), document)), warnings: [] }),
};

function toScan(file: SecurityFile, document: SourceDocument): SecurityScan {
  const lists = FINDING_LISTS.flatMap((key) => {
    const findings = file[key];
    return findings ? [{ key, scan: countFindings(findings) }] : [];
  });
  const [first, ...others] = lists;
  if (!first) throw noFindings(document);

  const contradictions = new Contradictions(document);
  for (const { key, scan } of others) refuseOther([key], scan, first, contradictions);
  for (const name of [...SCAN_SEVERITIES, 'total'] as const) {
    const shown = name === 'total' ? first.scan.total : first.scan.counts[name];
    confirmed([[['summary', name], file.summary?.[name]]], shown, 'the findings', contradictions);
  }
  contradictions.refuse();
  refuseSignOfFailure(document, first.scan.total);
  return first.scan;
}

function countFindings(findings: Findings): SecurityScan {
  const counter = new SeverityCounter();
  for (const { severity } of findings) counter.add(SEVERITY_OF[severity]);
  return counter.toScan();
}

function refuseOther(
  path: ValuePath,
  scan: SecurityScan,
  first: { readonly key: string; readonly scan: SecurityScan },
  contradictions: Contradictions,
): void {
  const severity = SCAN_SEVERITIES.find((name) => scan.counts[name] !== first.scan.counts[name]);
  if (!severity) return;
  const [here, there] = [scan.counts[severity], first.scan.counts[severity]];
  contradictions.add(path, `shows ${here} ${severity} findings, but ${first.key} shows ${there}`);
}

/** The error for a file without findings. A summary alone is a claim: nothing shows what it counts. */
function noFindings({ file, locate }: SourceDocument): InputError {
  return new InputError({
    file,
    position: locate([]),
    path: ['findings'],
    message: 'is missing; it must be a list',
    help: 'write an empty list of findings if the scan found nothing',
  });
}
