import { parseToolCatalog } from '../../artifacts/tool-catalog/read.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import { validate } from '../../documents/validate.ts';
import { parseYaml } from '../../documents/yaml.ts';
import type { ListedTool } from '../../mcp/listed-tool.ts';
import { isObject } from '../../values/own-property.ts';
import { ManifestReader } from './manifest-reader.ts';
import { manifestSchema } from './manifest-schema.ts';
import type { MockServer, MockTool } from './mock-model.ts';
import { toolOfSnapshot } from './mock-snapshot.ts';

/** A mock server, and the warnings about its file. */
export interface MockReading {
  readonly server: MockServer;
  /** The tools as the file lists them, including several tools with the same name. */
  readonly tools: readonly ListedTool[];
  readonly warnings: readonly Diagnostic[];
}

/**
 * Reads the file that a mock server answers from. A manifest, which people write, is checked strictly. The tools of a list
 * that a program wrote are offered unchanged and answer with samples.
 * Spec (execution safety): "Example".
 * @throws InputError with all problems of the file
 */
export async function parseMockFile(text: string, file: string): Promise<MockReading> {
  if (isManifest(text, file)) {
    const server = await parseManifest(text, file);
    return { server, tools: server.tools.map(({ name, listed }) => ({ ...listed, name })), warnings: [] };
  }
  const { value, warnings } = parseToolCatalog(text, file);
  const tools: MockTool[] = [];
  for (const tool of unique(value.tools)) tools.push(await toolOfSnapshot(tool));
  const server = { name: 'mcptest-mock', version: '1.0.0', instructions: undefined, tools };
  return { server: { ...server, resources: [], prompts: [] }, tools: value.tools, warnings };
}

function isManifest(text: string, file: string): boolean {
  // a list of tools is JSON and may be long; parsing it as YAML would be slow
  if (/^\s*[[{]/.test(text) && !text.includes('"mock_server"')) return false;
  const { value } = parseYaml(text, file);
  return isObject(value) && !Object.hasOwn(value, 'tools') && !Object.hasOwn(value, 'result');
}

async function parseManifest(text: string, file: string): Promise<MockServer> {
  const document = parseYaml(text, file);
  const { mock_server: written } = validate(manifestSchema, document);
  const reader = new ManifestReader(document);
  const server = await reader.read(written);
  reader.refuse();
  return server;
}

/** Keeps the first of several tools with the same name. The reader of the list has already warned about the others. */
function unique(tools: readonly ListedTool[]): readonly ListedTool[] {
  const seen = new Set<string>();
  return tools.filter(({ name }) => !seen.has(name) && seen.add(name));
}
