import type { JsonFormat } from '../json-artifact.ts';
import { ctrfFormat } from './ctrf.ts';
import { cucumberFormat } from './cucumber.ts';
import { mochawesomeFormat } from './mochawesome.ts';
import type { RunReport } from './model.ts';
import { playwrightFormat } from './playwright.ts';
import { rspecFormat } from './rspec.ts';
import { vitestFormat } from './vitest.ts';

/** The JSON formats of other tools. */
export const FOREIGN_JSON_FORMATS: readonly JsonFormat<RunReport>[] = [
  vitestFormat,
  playwrightFormat,
  ctrfFormat,
  cucumberFormat,
  mochawesomeFormat,
  rspecFormat,
];
