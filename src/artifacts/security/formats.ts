import type { JsonFormat } from '../json-artifact.ts';
import { bareListFormat, canonicalFormat } from './canonical.ts';
import type { SecurityScan } from './model.ts';
import { sarifFormat } from './sarif.ts';
import { SCANNER_FORMATS } from './scanners/scanners.ts';

/** Every format of a security scan. */
export const SECURITY_FORMATS: readonly JsonFormat<SecurityScan>[] = [
  sarifFormat,
  canonicalFormat,
  bareListFormat,
  ...SCANNER_FORMATS,
];
