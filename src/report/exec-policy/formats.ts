import type { ClassificationReport } from '../../exec-policy/classification-schema.ts';
import type { Formats } from '../format.ts';

/** The output formats of `exec-policy classify`. Add a row to add a format: the choices of the flag and the help follow. */
export const CLASSIFICATION_FORMATS = {
  pretty: async () => (await import('./classify.ts')).formatClassification,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<ClassificationReport>;
