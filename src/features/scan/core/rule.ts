import type { ScanSeverity } from '../../../artifacts/security/model.ts';
import type { CatalogItem, ServerCatalog } from '../../../artifacts/tool-catalog/server-catalog.ts';
import type { ValuePath } from '../../../diagnostic.ts';
import type { SecretsSeen } from './secrets-seen.ts';
import type { Surface } from './surfaces.ts';

/** What a rule is about. The measured tables count by family. */
export const FAMILIES = {
  hidden: 'characters that people do not see',
  decoded: 'text that decodes to an instruction',
  instruction: 'text that gives orders to the model that reads it',
  flow: 'text that sends private data somewhere',
  shadowing: 'text or names that take over tools of another server',
  parameter: 'parameters that ask for more than the tool needs',
  secret: 'secrets in definitions',
  hints: 'annotations that the rest of the tool contradicts',
  pins: 'what changed since it was pinned',
  config: 'client configurations',
  soft: 'signs that are worth a look, but are not findings',
} as const;

/** A family of rules. */
export type Family = keyof typeof FAMILIES;

/** A row of the table of rules: everything that reports and documentation say about a rule. */
export interface ScanRule {
  readonly severity: ScanSeverity;
  readonly family: Family;
  /** Which texts or members it looks at, for people. */
  readonly surface: string;
  /** What it finds: the rest of a sentence that begins with the subject. */
  readonly title: string;
  /** Why that matters. */
  readonly why: string;
  /** What to do about it. */
  readonly fix: string;
}

/** A table of rules by identifier. */
export type RuleTable = Readonly<Record<string, ScanRule>>;

/** A server with what it says of itself. */
export interface ScannedServer {
  /** How the user knows it: the name of the file, or what the server calls itself. */
  readonly name: string;
  /** The file it was read from; undefined for a server that was asked. */
  readonly file?: string | undefined;
  readonly catalog: ServerCatalog;
}

/** Where a finding comes from: a server, a file, or both. */
export interface Origin {
  /** How the user knows the server. */
  readonly server?: string | undefined;
  readonly file?: string | undefined;
  /** Returns the place of a value in the file; undefined if there is none. */
  readonly locate?: ServerCatalog['locate'] | undefined;
}

/** What was found, and where. */
export interface Found {
  readonly hit: Hit;
  readonly origin: Origin;
  /** What it is about; undefined for what belongs to the server or the file itself. */
  readonly item?: Pick<CatalogItem, 'kind' | 'name'> & { readonly path?: ValuePath };
}

/** A text with what rules need to judge it. */
export interface ReadText {
  readonly surface: Surface;
  /** The text as a model reads it: see `plain.ts`. */
  readonly plain: string;
  /** What the text belongs to; undefined for texts of the server itself. */
  readonly item: CatalogItem | undefined;
  /** Where a check notes the secrets that it comes across. */
  readonly secrets: SecretsSeen;
}

/** Something that a rule found. */
export interface Hit {
  /** The identifier of the rule. */
  readonly rule: string;
  /** Where: a path in the file of the server. */
  readonly path: ValuePath;
  readonly isKey?: boolean;
  /** What was found, as a sentence without a full stop. */
  readonly message: string;
  /** What shows it: a part of the text, or what it decodes to. The report masks the secrets in it. */
  readonly evidence?: string;
  /** What was found, or its digest, where the evidence may not be all of it: another text is another finding. */
  readonly digest?: string;
}
