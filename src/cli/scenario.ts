import type { Command } from 'commander';
import { SCENARIO_FORMAT_NAMES } from '../report/scenario/formats.ts';
import { example } from './help.ts';
import { choice, JSON_FLAG, OUT, operand, type Run, required, value, values } from './options.ts';

/** Declares the commands of `mcptest scenario`. */
export function declareScenario(scenario: Command, run: Run): void {
  scenario
    .command('run')
    .summary('replay recordings against the worlds of a suite; exits 1 when a scenario fails')
    .description(
      'Replays the recorded runs that the scenarios of a suite name, each against its seeded world, and reports ' +
        'invalid actions, forbidden transitions, the final state and the assertions. No model is called.',
    )
    .argument('<suite>', 'the suite file (YAML)', operand)
    .addOption(
      value('--cassette-dir <folder>', 'where the recordings lie (default: the folder of the suite)'),
    )
    .addOption(values('--name <name>', 'run this scenario only; may be given several times'))
    .addOption(JSON_FLAG())
    .addOption(choice('--format <format>', 'how the report is written', SCENARIO_FORMAT_NAMES))
    .addOption(OUT())
    .addOption(
      value(
        '--now <time>',
        'the time to price runs at whose recording states none, RFC 3339 (default: SOURCE_DATE_EPOCH, else the latest price)',
      ),
    )
    .option('--verbose', 'show passing scenarios in full too')
    .option('--strict', 'fail a scenario that an agent passes which does nothing')
    .addHelpText('after', example('mcptest scenario run examples/scenario-world/suite.yml'))
    .action(
      run(async (options, at, file) =>
        (await import('../commands/scenario/run.ts')).scenarioRun(file ?? '', options, at),
      ),
    );

  scenario
    .command('check')
    .summary('lint a suite without replaying anything')
    .description(
      'Finds transitions that are never tried, golden paths that cannot be followed, states that cannot be reached, ' +
        'recordings that are missing. Exits 0 when there is nothing, 1 with findings, 2 when the file cannot be read.',
    )
    .argument('<suite>', 'the suite file (YAML)', operand)
    .addOption(
      value('--cassette-dir <folder>', 'where the recordings lie (default: the folder of the suite)'),
    )
    .addOption(JSON_FLAG())
    .addOption(choice('--format <format>', 'how the findings are written', ['pretty', 'json']))
    .addOption(OUT())
    .addHelpText('after', example('mcptest scenario check examples/scenario-world/suite.yml'))
    .action(
      run(async (options, at, file) =>
        (await import('../commands/scenario/check.ts')).scenarioCheck(file ?? '', options, at),
      ),
    );
}

/** Declares the commands of `mcptest cassette`. */
export function declareCassette(cassette: Command, run: Run): void {
  cassette
    .command('show')
    .summary('print a recording as a transcript or as JSON')
    .description(
      'Prints the recorded runs of a file, whatever known format it has: turn by turn what the user said, which ' +
        'tools were called, and what the agent answered; or as JSON in the canonical form.',
    )
    .argument('<file[#pointer]>', 'the recording; in a file of several, `runs.json#/2` is the third', operand)
    .addOption(JSON_FLAG())
    .addOption(choice('--format <format>', 'how the runs are written', ['pretty', 'json']))
    .addOption(OUT())
    .addHelpText('after', example("mcptest cassette show 'trials.json#/0'"))
    .action(
      run(async (options, at, file) =>
        (await import('../commands/cassette/show.ts')).cassetteShow(file ?? '', options, at),
      ),
    );

  cassette
    .command('convert')
    .summary('write a recording in the canonical form')
    .description(
      'Writes the recorded runs of a file, whatever known format it has, in the canonical form; a file of several ' +
        'becomes a list.',
    )
    .argument('<file[#pointer]>', 'the recording; in a file of several, `runs.json#/2` is the third', operand)
    .addOption(required('--out <file>', 'the file to write'))
    .addHelpText('after', example("mcptest cassette convert 'trials.json#/0' --out cassettes/refund.json"))
    .action(
      run(async (options, at, file) =>
        (await import('../commands/cassette/convert.ts')).cassetteConvert(file ?? '', options, at),
      ),
    );
}
