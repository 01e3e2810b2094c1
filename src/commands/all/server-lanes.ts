import type { ServerLane, TestSuite } from '../../artifacts/test-suite/model.ts';
import type { LaneName } from '../../features/all/report-schema.ts';
import { reachServer } from '../../features/run/reach-server.ts';
import type { Ports } from '../../ports.ts';
import { CONFORMANCE_FORMATS } from '../../report/conformance/formats.ts';
import { SECURITY_FORMATS } from '../../report/scan/formats.ts';
import { folderOf } from '../../text/folders.ts';
import { Masker } from '../../values/masker.ts';
import { CONFORMANCE_FLAGS } from '../conformance/flags.ts';
import { maskedError } from '../live/masked-error.ts';
import type { ReachedServer } from '../live/reached-server.ts';
import { SECURITY_FLAGS } from '../security/flags.ts';
import { stemOf } from './lane-names.ts';
import { laneOptions } from './lane-options.ts';
import { type LaneSetting, outputsOf } from './lanes.ts';
import type { Lane } from './run-lane.ts';

/** The lanes that ask a server, and call nothing that is not shown to be read-only. */
export function serverLanes({ suite, folder, now }: LaneSetting): Lane[] {
  const { security, conformance } = suite.lanes;
  return [
    ...perServer(
      security,
      'security',
      (lane, name, stem) => (ports) =>
        atServer(name, suite, ports, async (server) => {
          const { scan } = await import('../security/security.ts');
          const { target } = server;
          const command = target.kind === 'stdio' ? [target.command, ...target.args] : [];
          const outputs = outputsOf(folder, stem, SECURITY_FORMATS);
          const options = { ...laneOptions(SECURITY_FLAGS, lane), ...outputs, now };
          return scan({ files: [], command, server }, options, ports);
        }),
    ),
    ...perServer(
      conformance,
      'conformance run',
      (lane, name, stem) => (ports) =>
        atServer(name, suite, ports, async (server) => {
          const { checkServer } = await import('../conformance/run.ts');
          const outputs = outputsOf(folder, stem, CONFORMANCE_FORMATS);
          return checkServer(server, { ...laneOptions(CONFORMANCE_FLAGS, lane), ...outputs }, ports);
        }),
    ),
  ];
}

/** Returns a lane for each server, whose name is the input of the lane where there are several. */
function perServer(
  lane: ServerLane | undefined,
  name: LaneName,
  toRun: (lane: ServerLane, server: string, stem: string) => Lane['run'],
): Lane[] {
  if (lane === undefined) return [];
  const { servers } = lane;
  return servers.map((server, index) => {
    const stem = stemOf(name, index, servers.length);
    return { name, stem, run: toRun(lane, server, stem), ...(servers.length > 1 && { input: server }) };
  });
}

/** Lets a lane ask a server. No secret of the suite is in what it throws. */
async function atServer<T>(
  name: string,
  { servers, file, locate }: TestSuite,
  { env }: Ports,
  use: (server: ReachedServer) => Promise<T>,
): Promise<T> {
  const server = servers.find((each) => each.name === name);
  if (!server) throw new TypeError(`no server is called ${name}`);
  const { target, secrets } = reachServer(server, undefined, env, folderOf(file), (path) => ({
    file,
    position: locate(path),
  }));
  const masker = new Masker(secrets);
  try {
    return await use({ target, masker });
  } catch (error) {
    throw maskedError(error, masker);
  }
}
