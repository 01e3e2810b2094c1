import type { ScanSeverity } from '../security/model.ts';

/** A value that mcptest passes on unchanged: anything but null. */
type Carried = string | number | boolean | readonly unknown[] | { readonly [key: string]: unknown };

/**
 * Portable run evidence (`mcptest.dev/evidence/v1`), as written in the file. Every field may be missing.
 * Spec (run evidence): "Emitting an artifact".
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
  /** The version of the MCP specification that they were tested against. */
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
        /** Severities without findings are left out. */
        readonly security_severity_counts?:
          | { readonly [severity in ScanSeverity]?: number | undefined }
          | undefined;
      }
    | undefined;
  /** True when the run was shown to be reproducible. Absent when the emitter was not asked to state it. */
  readonly reproducible?: boolean | undefined;
  /** True when the tested commit is not known. */
  readonly unverifiable_origin?: boolean | undefined;
  readonly cassette_hash?: string | undefined;
  readonly cost_profile?: Carried | undefined;
  readonly compliance_tier?: string | undefined;
  readonly tdqs?: Carried | undefined;
}
