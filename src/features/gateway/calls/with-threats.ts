import type { Threats } from '../../../artifacts/threats/model.ts';
import type { Instant } from '../../../time/instant.ts';
import type { CallsFile } from './read-calls.ts';

/**
 * Returns the calls with the most recent assessment of their agents. What is known of an agent wins over what a call says of
 * itself. Spec (enforcement): "What holds for all".
 * @param at the time of calls that do not state their own
 */
export function withThreats(file: CallsFile, threats: Threats | undefined, at: Instant): CallsFile {
  if (!threats) return file;
  const calls = file.calls.map((call) => {
    const { id } = call.agent ?? {};
    const mlThreatClass = id === undefined ? undefined : threats.classOf(id, call.at ?? at);
    return mlThreatClass === undefined ? call : { ...call, agent: { ...call.agent, mlThreatClass } };
  });
  return { ...file, calls };
}
