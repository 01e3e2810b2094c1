import type { CompiledSuite } from '../../features/run/compile-suite.ts';
import type { RunCase } from '../../features/run/run-model.ts';

/** A test of a suite that was compiled. */
export type SuiteCase = RunCase & { readonly compiled: CompiledSuite };
