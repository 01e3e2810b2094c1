import { isObject } from '../../../../values/own-property.ts';
import type { Item } from './items.ts';

/** Types of items that no other format has. */
const ITEM_TYPE =
  /^(function_call(_output|_result)?|custom_tool_call(_output)?|(local_shell|shell|apply_patch|web_search|file_search|code_interpreter|image_generation|computer|mcp|tool_search)_call(_output)?|mcp_(list_tools|approval_request|approval_response)|reasoning|item_reference)$/;

/** Types of the parts of messages in items. */
const PART_TYPE = /^(input_text|output_text|refusal|summary_text)$/;

/** Whether a value is an item of the Responses API, and nothing else. */
export function isItem(value: unknown): value is Item {
  if (!isObject(value)) return false;
  const { type, role, content, call_id, callId, summary, id } = value;
  if (typeof type !== 'string') return false;
  if (type === 'message') {
    return typeof role === 'string' && Array.isArray(content) && content.every(isPart) && content.length > 0;
  }
  if (!ITEM_TYPE.test(type)) return false;
  return [call_id, callId, id].some((each) => typeof each === 'string') || Array.isArray(summary);
}

function isPart(part: unknown): boolean {
  return isObject(part) && typeof part.type === 'string' && PART_TYPE.test(part.type);
}
