import type { ValuePath } from '../../diagnostic.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { describe } from '../../documents/validate.ts';
import { InputError } from '../../errors.ts';
import { isObject } from '../../values/own-property.ts';

/** A member of a scan that shows that the scan failed, or that findings are missing from the list. */
interface Sign {
  readonly path: ValuePath;
  readonly message: string;
}

type Looks = (value: unknown, findings: number) => string | undefined;

const reportsErrors: Looks = (value) =>
  isNothing(value) ? undefined : `is ${describe(value)}: the scan reports an error`;

const isNotTrue: Looks = (value) =>
  value === false || value === 0 ? `is ${describe(value)}: the scan failed` : undefined;

// beside findings, a word like `failed` may mean that there are some
const isFailed: Looks = (value, findings) =>
  findings === 0 &&
  typeof value === 'string' &&
  /error|fail|abort|cancel|timed?.?out|partial|incomplete|running|pending/i.test(value)
    ? `is ${describe(value)}: the scan did not finish`
    : undefined;

const countsMore: Looks = (value, findings) =>
  typeof value === 'number' && value > findings
    ? `is ${value}, but the file shows ${findings}: findings are missing`
    : undefined;

const isLaterPage: Looks = (value) =>
  typeof value === 'number' && value > 1 ? `is ${value}: the file is one page of several` : undefined;

const leadsOn: Looks = (value) =>
  isNothing(value) ? undefined : `is ${describe(value)}: the file is one page of several`;

/** What to look for under which keys. A key is compared without its case, `_` and `-`. */
const SIGNS: Readonly<Record<string, Looks>> = {
  error: reportsErrors,
  errors: reportsErrors,
  errormessage: reportsErrors,
  errormessages: reportsErrors,
  exception: reportsErrors,
  exceptions: reportsErrors,
  fatal: reportsErrors,
  traceback: reportsErrors,
  success: isNotTrue,
  successful: isNotTrue,
  succeeded: isNotTrue,
  issuccess: isNotTrue,
  executionsuccessful: isNotTrue,
  complete: isNotTrue,
  completed: isNotTrue,
  finished: isNotTrue,
  status: isFailed,
  state: isFailed,
  scanstatus: isFailed,
  count: countsMore,
  quantityfound: countsMore,
  total: countsMore,
  totalcount: countsMore,
  totalfindings: countsMore,
  totalissues: countsMore,
  totalresults: countsMore,
  totalhits: countsMore,
  hits: countsMore,
  p: isLaterPage,
  page: isLaterPage,
  pageindex: isLaterPage,
  pagenumber: isLaterPage,
  currentpage: isLaterPage,
  totalpages: isLaterPage,
  pagecount: isLaterPage,
  offset: isLaterPage,
  next: leadsOn,
  nextpage: leadsOn,
  nextpagetoken: leadsOn,
  nexttoken: leadsOn,
  cursor: leadsOn,
  nextcursor: leadsOn,
  hasmore: leadsOn,
  hasnext: leadsOn,
  hasnextpage: leadsOn,
  truncated: leadsOn,
  istruncated: leadsOn,
};

/** Objects in which the pages of an answer are counted. */
const PAGING = ['paging', 'pagination', 'pageinfo', 'page', 'meta', 'metadata', 'links'];

/** Finds a member that shows that the scan failed, or that the file does not contain all of its findings. */
function signOfFailure(scan: Readonly<Record<string, unknown>>, findings: number): Sign | undefined {
  for (const [key, value] of Object.entries(scan)) {
    const name = plain(key);
    const message = Object.hasOwn(SIGNS, name) ? SIGNS[name]?.(value, findings) : undefined;
    if (message !== undefined) return { path: [key], message };
    if (!isObject(value) || !PAGING.includes(name)) continue;
    const within = signOfFailure(value, findings);
    if (within) return { ...within, path: [key, ...within.path] };
  }
  return undefined;
}

/** Refuses a document with such a member. @throws InputError */
export function refuseSignOfFailure(document: SourceDocument, findings: number): void {
  const { file, value, locate } = document;
  const sign = isObject(value) ? signOfFailure(value, findings) : undefined;
  if (!sign) return;
  throw new InputError({
    file,
    position: locate(sign.path, 'key'),
    ...sign,
    help: 'scan again, and pass all findings',
  });
}

function plain(key: string): string {
  return key.toLowerCase().replaceAll(/[_-]/g, '');
}

function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.keys(value).length === 0;
  return value === null || value === false || value === '' || value === 0;
}
