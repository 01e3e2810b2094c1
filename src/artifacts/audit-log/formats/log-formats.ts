import type { LogFormatName } from '../model.ts';
import { agentgatewayFormat } from './agentgateway.ts';
import { cerbosFormat } from './cerbos.ts';
import { claudeCodeFormat } from './claude-code.ts';
import { codexFormat } from './codex.ts';
import { golfFormat } from './golf.ts';
import { jsonRpcFormat } from './json-rpc.ts';
import type { LogFormat } from './log-format.ts';
import { otlpFormat } from './otlp.ts';
import { policyFabricFormat } from './policy-fabric.ts';
import { toolhiveFormat } from './toolhive.ts';

const BY_NAME = {
  toolhive: toolhiveFormat,
  golf: golfFormat,
  'policy-fabric': policyFabricFormat,
  cerbos: cerbosFormat,
  agentgateway: agentgatewayFormat,
  'claude-code': claudeCodeFormat,
  codex: codexFormat,
  otlp: otlpFormat,
  'json-rpc': jsonRpcFormat,
} satisfies Record<Exclude<LogFormatName, 'mcptest'>, LogFormat>;

/** The logs of other programs. The first format that claims a line of a file reads it. */
export const LOG_FORMATS: readonly LogFormat[] = Object.values(BY_NAME);
