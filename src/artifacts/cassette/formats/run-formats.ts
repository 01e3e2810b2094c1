import { adkEvalFormat, adkSessionFormat } from './adk/adk.ts';
import { agentVcrFormat } from './agent-vcr.ts';
import { aiSdkResultFormat } from './ai-sdk-result.ts';
import { aiSdkUiFormat } from './ai-sdk-ui.ts';
import { anthropicFormat } from './anthropic.ts';
import { atifFormat } from './atif.ts';
import { bedrockFormat } from './bedrock.ts';
import { canonicalFormat } from './canonical.ts';
import { clineFormat } from './cline/cline.ts';
import { exchangeFormat } from './exchange.ts';
import { geminiCliFormat } from './gemini/gemini-cli.ts';
import { inspectFormat } from './inspect.ts';
import { langChainFormat } from './langchain.ts';
import { mcpCassetteFormat } from './mcp-cassette.ts';
import { mcpRecorderFormat } from './mcp-recorder.ts';
import { openAiFormat } from './openai.ts';
import { openHandsRecordFormat } from './openhands/openhands.ts';
import { promptfooFormat } from './promptfoo/promptfoo.ts';
import { pydanticAiFormat } from './pydantic-ai/pydantic-ai.ts';
import { responseFormat } from './responses/responses.ts';
import { runStateFormat } from './responses/run-state.ts';
import type { RunFormat } from './run-format.ts';
import { sweAgentFormat } from './swe-agent.ts';
import { tauBenchFormat } from './tau-bench.ts';
import { tau2BenchFormat } from './tau2-bench.ts';
import { vcrFormat } from './vcr.ts';

/** Every format of a run. The first that recognises a value reads it. */
export const RUN_FORMATS: readonly RunFormat[] = [
  atifFormat,
  runStateFormat,
  responseFormat,
  // `openAiFormat` takes any object with messages, so more specific formats come first
  tauBenchFormat,
  tau2BenchFormat,
  inspectFormat,
  promptfooFormat,
  geminiCliFormat,
  adkSessionFormat,
  adkEvalFormat,
  pydanticAiFormat,
  openHandsRecordFormat,
  sweAgentFormat,
  mcpCassetteFormat,
  // mcp-recorder has `interactions` too
  vcrFormat,
  mcpRecorderFormat,
  agentVcrFormat,
  langChainFormat,
  aiSdkUiFormat,
  aiSdkResultFormat,
  exchangeFormat,
  bedrockFormat,
  clineFormat,
  anthropicFormat,
  openAiFormat,
  canonicalFormat,
];
