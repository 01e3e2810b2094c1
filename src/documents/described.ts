import * as z from 'zod/mini';

/** Gives a schema the description that its JSON Schema shows. */
export function described<T extends z.ZodMiniType>(schema: T, description: string): T {
  z.globalRegistry.add(schema, { description });
  return schema;
}
