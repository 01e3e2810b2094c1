/** The forms in which recordings are written. The first is our own, which holds everything. */
export const WRITTEN_FORMS = ['canonical', 'openai', 'atif', 'otel'] as const;
export type WrittenForm = (typeof WRITTEN_FORMS)[number];
