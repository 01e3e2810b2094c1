import { loadArtifact } from '../artifacts/load.ts';
import { collectInputs } from '../errors.ts';
import { toCanonicalJson } from '../evidence/canonical-json.ts';
import { toEvidence } from '../evidence/emit.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import type { Ports } from '../ports.ts';
import { readNow } from '../time/clock.ts';
import { emit, warn } from './output.ts';

interface EmitOptions {
  readonly out?: string;
  readonly security?: string;
  readonly conformance?: string;
  readonly reproducible?: true;
  readonly now?: string;
}

/** `mcptest evidence`: a run report becomes one small artifact. Source: "Emitting an artifact". */
export async function emitEvidence(path: string, options: EmitOptions, ports: Ports): Promise<ExitCode> {
  const now = readNow(options.now, ports);
  const { files } = ports;
  const { security: securityPath, conformance: conformancePath } = options;
  const [run, security, conformance] = await collectInputs(
    () => loadArtifact('run-report', path, files),
    () => (securityPath === undefined ? undefined : loadArtifact('security', securityPath, files)),
    () =>
      conformancePath === undefined ? undefined : loadArtifact('conformance-report', conformancePath, files),
  );
  const { evidence, warnings } = toEvidence({
    run,
    security,
    conformance,
    isReproducible: options.reproducible === true,
    now,
  });
  emit(toCanonicalJson(evidence), options, ports);
  warn([run, security, conformance].flatMap((artifact) => artifact?.warnings ?? []).concat(warnings), ports);
  return EXIT.accepted;
}
