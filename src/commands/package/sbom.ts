import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { DIGESTS, parseDigests } from '../../features/package/digests-file.ts';
import { parseSbom, SBOM } from '../../features/package/sbom-file.ts';
import { verifyPackage } from '../../features/package/verify.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { PACKAGE_VERDICT_FORMATS, SBOM_FORMATS } from '../../report/package/formats.ts';
import { emit, tellWritten, writeReport } from '../output.ts';
import type { SBOM_FLAGS } from './flags.ts';
import { packagePaths } from './package-paths.ts';

type Options = OptionsOf<typeof SBOM_FLAGS>;

/** `mcptest sbom`: prints what is bundled, or checks the files of the package. Spec (reports): "Package". */
export async function sbom(options: Options, ports: Ports): Promise<ExitCode> {
  const { packageFolder: folder } = ports;
  if (folder === undefined) {
    throw new InputError({
      message: 'mcptest runs from its source files here, so there is no bundle to list or verify',
      help: 'run `npm run build`, and then `node bin/mcptest.js sbom`',
    });
  }
  if (options.verify) return verify(folder, options, ports);

  const { format: asked = 'cyclonedx' } = options;
  // CycloneDX is JSON, and `--json` works on every command that reports
  const format = formatFrom(SBOM_FORMATS, asked === 'json' ? 'cyclonedx' : asked, 'the list');
  const path = `${folder}/${SBOM}`;
  const list = parseSbom(ports.files.readText(path), path);
  emit((await SBOM_FORMATS[format]())(list), options, ports);
  if (options.out !== undefined) tellWritten([options.out], '', ports);
  return EXIT.accepted;
}

async function verify(folder: string, options: Options, ports: Ports): Promise<ExitCode> {
  const format = formatFrom(PACKAGE_VERDICT_FORMATS, options.format ?? 'pretty', 'the verdict');
  const { files, sha256 } = ports;
  const path = `${folder}/${DIGESTS}`;
  const built = parseDigests(files.readText(path), path);
  const found = packagePaths(folder, built, files)
    .filter((each) => each !== DIGESTS)
    .map((each) => [each, sha256(files.readBytes(`${folder}/${each}`))] as const);
  const verdict = verifyPackage(built, new Map(found));
  await writeReport(verdict, PACKAGE_VERDICT_FORMATS, { ...options, format, report: undefined }, ports);
  return verdict.accepted ? EXIT.accepted : EXIT.rejected;
}

/** Returns a format of a table. @throws InputError when it is a format of the other output */
function formatFrom<F extends string>(formats: Readonly<Record<F, unknown>>, format: string, of: string): F {
  if (Object.hasOwn(formats, format)) return format as F;
  throw new InputError({
    message: `--format ${format} is not a format of ${of}`,
    help: `use ${Object.keys(formats).join(', ')}${of === 'the list' ? ', or add --verify' : ''}`,
  });
}
