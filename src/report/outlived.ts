/** Says that a process of a server could not be ended, and what to do. @param server its name, or its command */
export function outlivedInWords(server: string): string {
  return `${server} started a process that left its process group, as setsid does, and still runs: end it yourself`;
}
