import type { Formats } from '../format.ts';
import type { ShownRecordings } from './show.ts';

/** Every output format of `cassette show`. To add one, add a row: the choices of the flag and its help follow from it. */
export const CASSETTE_FORMATS = {
  pretty: async () => (await import('./show.ts')).formatTranscripts,
  json: async () => formatCanonical,
} satisfies Formats<ShownRecordings>;

function formatCanonical({ toCanonical }: ShownRecordings): string {
  return toCanonical();
}
