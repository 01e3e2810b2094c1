import { tidyPath } from './path.ts';

/** Where the package keeps a schema, seen from a file that it is for: editors resolve it from there. */
export function schemaPath(path: string, schema: string): string {
  const tidy = tidyPath(path);
  const isOutside = /^(\.\.|\/|[A-Za-z]:)/.test(tidy);
  const depth = isOutside ? 0 : tidy.split('/').length - 1;
  return `${'../'.repeat(depth) || './'}node_modules/mcptest/schemas/${schema}.schema.json`;
}
