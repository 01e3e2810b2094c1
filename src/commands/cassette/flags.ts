import { WRITTEN_FORMS } from '../../artifacts/cassette/written/model.ts';
import { choice, type FlagTable, required } from '../../flags.ts';
import { CASSETTE_FORMATS } from '../../report/cassette/formats.ts';
import { reportFlags } from '../flags.ts';

/** The flags of `cassette show`. */
export const SHOW_FLAGS = [
  ...reportFlags(CASSETTE_FORMATS, 'the format of the recording'),
] as const satisfies FlagTable;

/** The flags of `cassette convert`. */
export const CONVERT_FLAGS = [
  required('--out <file>', 'the file to write'),
  choice('--format <form>', 'the form of the file', WRITTEN_FORMS),
] as const satisfies FlagTable;
