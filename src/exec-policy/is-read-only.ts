import type { ListedTool } from '../mcp/listed-tool.ts';
import { classify } from './classify.ts';

/** Whether a tool, as a server lists it, is declared to read only. Spec (execution safety): "Tool classification". */
export function isReadOnly(tool: Readonly<Record<string, unknown>>): boolean {
  return classify(tool as unknown as ListedTool).class === 'ReadOnly';
}
