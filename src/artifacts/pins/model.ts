/** What is pinned of one parameter, or of a whole schema. */
export interface PinnedParameter {
  /** The digest of its titles, descriptions and comments. */
  readonly text: string;
  /** The digest of everything else: types, allowed values, defaults. */
  readonly shape: string;
}

/** What is pinned of a tool: digests, and the values of hints. A member that is absent was absent. */
export interface PinnedTool {
  readonly title?: string;
  readonly description?: string;
  /**
   * By the path of the parameter, such as `filter.name`; the schema itself has the path `""`. A dot or a backslash in a name has
   * a backslash before it.
   */
  readonly parameters: Readonly<Record<string, PinnedParameter>>;
  readonly output_schema?: string;
  readonly hints: Readonly<Record<string, boolean>>;
  /** The digest of all annotations. */
  readonly annotations?: string;
  /** The digest of all other members. */
  readonly other?: string;
  /** The digest of the other tools of the same name, if the server lists any. */
  readonly copies?: string;
}

/** What is pinned of a server. */
export interface PinnedServer {
  /** The digest of what it calls itself, without its version. Absent for a list of tools that does not say. */
  readonly identity?: string;
  /** The digest of its version. */
  readonly version?: string;
  readonly instructions?: string;
  readonly tools: Readonly<Record<string, PinnedTool>>;
  /** Digests, by name. */
  readonly prompts: Readonly<Record<string, string>>;
  /** Digests, by URI. */
  readonly resources: Readonly<Record<string, string>>;
  /** Digests, by URI template. */
  readonly templates: Readonly<Record<string, string>>;
}

/** A lock: what servers said of themselves when a person last looked. */
export interface Pins {
  readonly servers: Readonly<Record<string, PinnedServer>>;
}
