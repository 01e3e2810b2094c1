import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { builtCheckout, type Packed } from './packed.ts';

/** Makes an empty project, in which `npx -y @modelcontextprotocol/SERVER` finds an official server without a network. */
export async function projectWith(server: string, packed: Packed): Promise<string> {
  const folder = mkdtempSync(join(packed.folder, 'project-'));
  const scope = join(folder, 'node_modules', '@modelcontextprotocol');
  mkdirSync(scope, { recursive: true });
  symlinkSync(
    join(await builtCheckout(), 'node_modules', '@modelcontextprotocol', server),
    join(scope, server),
  );
  mkdirSync(join(folder, 'node_modules', '.bin'));
  symlinkSync(
    `../@modelcontextprotocol/${server}/dist/index.js`,
    join(folder, 'node_modules', '.bin', `mcp-${server}`),
  );
  writeFileSync(join(folder, 'package.json'), '{}');
  return folder;
}

/** The environment of a shell of somebody who has installed the package. */
export function shellOf(packed: Packed) {
  return {
    PATH: packed.bin + delimiter + process.env.PATH,
    HOME: packed.folder,
    npm_config_offline: 'true',
  } as const;
}
