import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { coercionsIn } from '../scripts/coercions.ts';

const SOURCE = `
declare const given: unknown, list: unknown[], found: { a: unknown }, words: string[], count: number | undefined;
declare function tag(texts: TemplateStringsArray, ...values: unknown[]): string;
export const bad = [String(given), Number(found.a), \`\${found}\`, list.join(', '), /a/.test(given as any), /a/.exec(list as any)];
export const good = [String(count), \`\${words}\`, words.join(', '), (count === 1 ? words : []).join(' '), tag\`\${given}\`, typeof given === 'string' && /a/.test(given)];
`;

it('finds where a text or a number is made of a value that may be an object', () => {
  const root = mkdtempSync(join(tmpdir(), 'mcptest-coercions-'));
  try {
    mkdirSync(join(root, 'src'));
    const options = { strict: true, noEmit: true, target: 'es2022', types: [] };
    writeFileSync(
      join(root, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, include: ['src'] }),
    );
    writeFileSync(join(root, 'src', 'a.ts'), SOURCE);
    expect(coercionsIn(root)).toEqual(
      ['given', 'found.a', 'found', 'list', 'given as any', 'list as any'].map(
        (code) => `src/a.ts:4: ${code}`,
      ),
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
