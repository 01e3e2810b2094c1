import { toJson } from '../../../documents/to-json.ts';
import type { Cassette } from '../model.ts';
import { writeCassettes } from '../write.ts';
import { toAtif } from './atif.ts';
import type { Losses } from './losses.ts';
import type { WrittenForm } from './model.ts';
import { toOpenAi } from './openai.ts';
import { toOtel } from './otel.ts';

/** The text of a file, and what its form cannot hold: noun phrases, each once. */
export interface Written {
  readonly text: string;
  readonly lost: Losses;
}

/**
 * Writes recordings in a form: a single one, or a list, even of one; of OpenTelemetry, a file has any number of traces.
 * Reading the text gives the same recordings, except for what is lost.
 */
export function writeIn(form: WrittenForm, cassettes: readonly Cassette[], isList: boolean): Written {
  if (form === 'canonical') return { text: writeCassettes(cassettes, isList), lost: new Set() };
  if (form === 'otel') {
    const { document, lost } = toOtel(cassettes);
    return { text: toJson(document), lost };
  }
  const written = cassettes.map(form === 'openai' ? toOpenAi : toAtif);
  const documents = written.map(({ document }) => document);
  return {
    text: toJson(isList ? documents : documents[0]),
    lost: new Set(written.flatMap(({ lost }) => [...lost])),
  };
}
