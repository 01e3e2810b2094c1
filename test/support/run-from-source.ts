/** Runs the program in its own process, without a build: `node --import tsx run-from-source.ts ...`. */
import { run } from '../../src/node/run.ts';

process.exitCode = await run(process.argv.slice(2));
