import { adkEventsFormat } from './adk/adk.ts';
import { aiSdkStreamFormat } from './ai-sdk-stream.ts';
import { claudeCodeFormat } from './claude-code/claude-code.ts';
import { copilotCliFormat } from './copilot-cli.ts';
import { geminiCliRowsFormat } from './gemini/gemini-cli.ts';
import { geminiStreamFormat } from './gemini/stream-json.ts';
import { jsonRpcFormat } from './json-rpc.ts';
import { langfuseFormat } from './langfuse.ts';
import { openHandsFormat } from './openhands/openhands.ts';
import { otelFormat } from './otel/otel.ts';
import { pydanticAiRowsFormat } from './pydantic-ai/pydantic-ai.ts';
import { codexFormat } from './responses/codex.ts';
import { codexExecFormat } from './responses/codex-exec.ts';
import { itemsFormat } from './responses/responses.ts';
import type { RowFormat } from './row-format.ts';

/** Every format of rows. The first that claims a row reads the file. */
export const ROW_FORMATS: readonly RowFormat[] = [
  claudeCodeFormat,
  codexFormat,
  codexExecFormat,
  itemsFormat,
  copilotCliFormat,
  geminiCliRowsFormat,
  geminiStreamFormat,
  aiSdkStreamFormat,
  adkEventsFormat,
  pydanticAiRowsFormat,
  openHandsFormat,
  langfuseFormat,
  otelFormat,
  // a row of any other format may hold such a message
  jsonRpcFormat,
];
