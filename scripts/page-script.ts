import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { inAscii } from './build-plugins.ts';

/** Returns `src/report/control/page-script.ts`: the script of the page of `gateway serve`, bundled from page/. */
export async function pageScriptSource(root: string): Promise<string> {
  const bundle = await rolldown({ cwd: root, input: join(root, 'page/main.ts'), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  const [{ code }] = output;
  const script = inAscii(code).trim();
  if (/<\/script|<!--/i.test(script)) throw new Error('the script would end its element');
  return `/** The script of the page of \`gateway serve\`. Generated from page/ by \`npm run generate\`. */
export const PAGE_SCRIPT =
  ${JSON.stringify(script)};
`;
}
