/** The snapshots of a suite: a masked answer for each name, in the order of the file. */
export type SnapshotFile = ReadonlyMap<string, unknown>;
