import type { ClassificationReport } from '../../exec-policy/classification-schema.ts';
import type { Formats } from '../format.ts';

/** Every output format of `exec-policy classify`. To add one, add a row: the flag's choices and the help follow. */
export const CLASSIFICATION_FORMATS = {
  pretty: async () => (await import('./classify.ts')).formatClassification,
  json: async () => (await import('../../documents/to-json.ts')).toJson,
} satisfies Formats<ClassificationReport>;
