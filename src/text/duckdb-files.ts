/** Returns the path of a file as DuckDB opens it: as a path, and not as an address such as `md:audit`. */
export function localPath(path: string): string {
  return /^[a-z][a-z0-9+.-]+:/i.test(path) ? `./${path}` : path;
}

/** Returns the path of a file as DuckDB reads it for this file alone, whatever is in its name. */
export function literalPath(path: string): string {
  return localPath(path.replace(/[*?[]/g, '[$&]'));
}

/** Reads Parquet files as one table; where a file lacks a column, its rows lack the value. */
export function readParquet(placeholders: readonly string[]): string {
  return `read_parquet([${placeholders.join(', ')}], union_by_name => true)`;
}
