import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { factsPage, withTables } from '../scripts/doc-tables.ts';

// separate from docs.test.ts, which runs commands: the mutation run checks the words in the tables with these tests
const docs = join(import.meta.dirname, '..', 'docs');
const read = (page: string) => readFileSync(join(docs, page), 'utf8');

it('documents every fact', () => {
  expect(read('facts.md'), 'run `npm run generate`').toBe(factsPage());
});

it.each(readdirSync(docs).filter((name) => name.endsWith('.md')))('%s has the tables of the code', (page) => {
  expect(read(page), 'run `npm run generate`').toBe(withTables(read(page)));
});
