import type { Severity } from '../security/model.ts';

/** A value that mcptest carries along as it is: anything but null. */
type Carried = string | number | boolean | readonly unknown[] | { readonly [key: string]: unknown };

/**
 * Portable run evidence (`mcptest.dev/evidence/v1`), as the file has it. Every field may be missing.
 * Source: "Emitting an artifact" of the text on portable run evidence.
 */
export interface Evidence {
  readonly schema_version?: string | undefined;
  /** The servers that were tested. */
  readonly server_identity?:
    | readonly {
        readonly name?: string | undefined;
        readonly transport?: string | undefined;
        readonly auth?: string | undefined;
      }[]
    | undefined;
  /** The version of the MCP specification they were tested against. */
  readonly spec_version?: string | undefined;
  readonly corpus_version?: string | undefined;
  readonly source?:
    | {
        readonly repo?: string | undefined;
        readonly branch?: string | undefined;
        /** 40 or 64 hexadecimal digits. */
        readonly commit_sha?: string | undefined;
      }
    | undefined;
  /** The end of the run, an RFC 3339 time. */
  readonly generated_at?: string | undefined;
  readonly grades?:
    | {
        readonly tests_total?: number | undefined;
        readonly tests_passed?: number | undefined;
        readonly tests_failed?: number | undefined;
        /** Severities without any finding are left out. */
        readonly security_severity_counts?:
          | { readonly [severity in Severity]?: number | undefined }
          | undefined;
      }
    | undefined;
  /** True when the run was shown to be reproducible; absent when nobody asked. */
  readonly reproducible?: boolean | undefined;
  /** True when no commit is known that was tested. */
  readonly unverifiable_origin?: boolean | undefined;
  readonly cassette_hash?: string | undefined;
  readonly cost_profile?: Carried | undefined;
  readonly compliance_tier?: string | undefined;
  readonly tdqs?: Carried | undefined;
}
