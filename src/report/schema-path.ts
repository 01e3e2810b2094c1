import { tidyPath } from './path.ts';

/** Returns the path of a schema in the installed package, relative to the file that uses it: editors resolve it so. */
export function schemaPath(path: string, schema: string): string {
  const tidy = tidyPath(path);
  const isOutside = /^(\.\.|\/|[A-Za-z]:)/.test(tidy);
  const depth = isOutside ? 0 : tidy.split('/').length - 1;
  return `${'../'.repeat(depth) || './'}node_modules/mcptest/schemas/${schema}.schema.json`;
}
