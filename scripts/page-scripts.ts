import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { STYLE } from '../src/report/html/style.ts';
import { inAscii } from './build-plugins.ts';

/**
 * Returns what is made from page/: the script of the page of `gateway serve`, and the script of the HTML reports with the
 * digests that their policy names.
 * @returns path below `root` to text
 */
export async function pageScripts(root: string): Promise<Map<string, string>> {
  const control = await bundled(root, 'page/control/main.ts');
  const report = await bundled(root, 'page/report/main.ts');
  return new Map([
    [
      'src/report/control/page-script.ts',
      constant(
        'PAGE_SCRIPT',
        'The script of the page of `gateway serve`. Generated from page/control/',
        control,
      ),
    ],
    [
      'src/report/html/script.ts',
      constant('SCRIPT', 'The script of every HTML report. Generated from page/report/', report),
    ],
    [
      'src/report/html/digests.ts',
      `${constant('STYLE_DIGEST', 'The SHA-256 of the style of every HTML report, in base64. Generated', digest(STYLE))}
${constant('SCRIPT_DIGEST', 'The SHA-256 of the script of every HTML report, in base64. Generated', digest(report))}`,
    ],
  ]);
}

async function bundled(root: string, input: string): Promise<string> {
  const bundle = await rolldown({ cwd: root, input: join(root, input), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  const [{ code }] = output;
  const script = inAscii(code).trim();
  if (/<\/script|<!--/i.test(script)) throw new Error(`the script of ${input} would end its element`);
  return script;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

function constant(name: string, comment: string, value: string): string {
  return `/** ${comment} by \`npm run generate\`. */
export const ${name} =
  ${JSON.stringify(value)};
`;
}
