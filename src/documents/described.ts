import * as z from 'zod/mini';

/** Sets the description of a schema in its JSON Schema. */
export function described<T extends z.ZodMiniType>(schema: T, description: string): T {
  z.globalRegistry.add(schema, { description });
  return schema;
}
