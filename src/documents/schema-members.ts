import type * as z from 'zod/mini';
import { own } from '../values/own-property.ts';

/** Returns the schemas of a member, one for each alternative of the value. */
export function children(schema: z.core.$ZodType, segment: string | number): z.core.$ZodType[] {
  return alternatives(schema).flatMap(({ _zod: { def } }) => {
    if (def.type === 'array') return [(def as z.core.$ZodArrayDef).element];
    if (def.type === 'record') return [(def as z.core.$ZodRecordDef).valueType];
    const { shape } = def.type === 'object' ? (def as z.core.$ZodObjectDef) : { shape: {} };
    // a key of a stranger, such as `constructor`
    const member = own(shape as Readonly<Record<string, z.core.$ZodType>>, String(segment));
    return member ? [member] : [];
  });
}

/** Returns the schema itself, or the schemas inside its optionals and unions. */
export function alternatives(schema: z.core.$ZodType): z.core.$ZodType[] {
  const { def } = schema._zod;
  if (def.type === 'union') return (def as z.core.$ZodUnionDef).options.flatMap(alternatives);
  if ('innerType' in def) return alternatives((def as z.core.$ZodOptionalDef).innerType);
  return [schema];
}
