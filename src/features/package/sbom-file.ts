import * as z from 'zod/mini';
import { parseJson } from '../../documents/json.ts';
import { validate } from '../../documents/validate.ts';

/** The list of what is bundled, below the folder of the package. `scripts/sbom.ts` makes it. */
export const SBOM = 'dist/sbom.cdx.json';

const text = () => z.string().check(z.minLength(1));

const WORDS = 'a licence with an `id`, or an `expression`';
const byId = z.object({ license: z.object({ id: text() }) });
const byExpression = z.object({ expression: text() });

/** What the shorter formats need of a list of CycloneDX 1.5. */
const sbomSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.5'),
  components: z.array(
    z.object({
      group: z.optional(text()),
      name: text(),
      version: text(),
      licenses: z.array(z.union([byId, byExpression], WORDS)).check(z.minLength(1)),
    }),
  ),
});

/** A package whose code is a part of the program. */
export interface ListedPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX identifier or expression. */
  readonly license: string;
}

/** The list of what is bundled. */
export interface Sbom {
  /** The whole list in the form of CycloneDX 1.5, as the build wrote it. */
  readonly text: string;
  readonly packages: readonly ListedPackage[];
}

/** Reads the list. @throws InputError when it is malformed */
export function parseSbom(text: string, file: string): Sbom {
  const { components } = validate(sbomSchema, parseJson(text, file));
  return {
    text,
    packages: components.map(({ group, name, version, licenses }) => ({
      name: group === undefined ? name : `${group}/${name}`,
      version,
      license: licenses.map((each) => ('license' in each ? each.license.id : each.expression)).join(' AND '),
    })),
  };
}
