/**
 * Takes the pictures of docs/reports.md: every page that `mcptest all` writes about examples/loop, and those of {@link MORE}, as
 * docs/images/report-NAME.png.
 * `npm run screenshots` builds the program first. The pictures differ a little from machine to machine, so nothing checks
 * them: look at them before you commit them.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { openBrowser } from '../test/support/browser.ts';

const root = join(import.meta.dirname, '..');
const images = join(root, 'docs/images');

/** The pages of which a picture shows another look than that of a wide window in the light. */
const LOOKS: Readonly<Record<string, { readonly dark?: boolean; readonly width?: number }>> = {
  'conformance-run': { dark: true },
  security: { width: 400 },
};

/** Pages of other commands, and of another run that shows more, by name: the example, and what is called there. */
const MORE: Readonly<Record<string, readonly [example: string, command: string]>> = {
  'scenario-run': ['scenario-world', 'scenario run impatient.yml'],
  'gateway-backtest': [
    'gateway',
    'gateway backtest --policies policies.yml --draft draft.yml --audit-log audit.ndjson',
  ],
  probe: ['loop', 'probe -- node server.mjs'],
};

const folder = mkdtempSync(join(tmpdir(), 'mcptest-screenshots-'));
const browser = await openBrowser();
try {
  cpSync(join(root, 'examples/loop'), folder, { recursive: true });
  const run = spawnSync(process.execPath, [join(root, 'bin/mcptest.js'), 'all', '--out', 'report'], {
    cwd: folder,
    encoding: 'utf8',
  });
  // the server of the example has a weakness, so its gate is closed
  if (run.status !== 1) throw new Error(`mcptest all ended with ${run.status}: ${run.stderr}`);
  for (const [name, [example, command]] of Object.entries(MORE)) writePage(name, example, command);
  mkdirSync(images, { recursive: true });
  for (const page of readdirSync(join(folder, 'report')).filter((name) => name.endsWith('.html'))) {
    const name = basename(page, '.html');
    const picture = await takePicture(join(folder, 'report', page), LOOKS[name]);
    writeFileSync(join(images, `report-${name}.png`), picture);
    console.log(`docs/images/report-${name}.png: ${(picture.length / 1000).toFixed(0)} kB`);
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

function writePage(name: string, example: string, command: string): void {
  const [words = '', server = ''] = command.split(' -- ');
  const out = ['--format', 'html', '--out', join(folder, 'report', `${name}.html`)];
  const args = [...words.split(' '), ...out, ...(server === '' ? [] : ['--', ...server.split(' ')])];
  const run = spawnSync(process.execPath, [join(root, 'bin/mcptest.js'), ...args], {
    cwd: join(root, 'examples', example),
    encoding: 'utf8',
  });
  if (run.status !== 0 && run.status !== 1)
    throw new Error(`${command} ended with ${run.status}: ${run.stderr}`);
}

/** Takes a picture of the first screen of a page, in the few colours that it has. */
async function takePicture(file: string, { dark = false, width = 1000 } = {}): Promise<Buffer> {
  const page = await browser.newPage({
    colorScheme: dark ? 'dark' : 'light',
    viewport: { width, height: 700 },
  });
  await page.goto(pathToFileURL(file).href);
  const picture = await page.screenshot();
  await page.close();
  return sharp(picture)
    .png({ palette: true, colours: 64, compressionLevel: 9, effort: 10, dither: 0 })
    .toBuffer();
}
