/** Whether a value of the variable `CI` says that this is a build server, where nobody looks on. */
export function isCi(ci: string | undefined): boolean {
  return ci !== undefined && ci !== '' && !/^(0|false)$/i.test(ci);
}
