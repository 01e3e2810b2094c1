import type { RuleTable } from '../core/rule.ts';

/** Rules on configurations of clients. Spec (scanning): "`mcptest security`: a scan of what a server says of itself", Configuration. */
export const CONFIG_RULES = {
  'config-unpinned': {
    severity: 'medium',
    family: 'config',
    surface: 'commands of configurations',
    title: 'starts a package without a version',
    why: 'each start may run different code from what you looked at',
    fix: 'name a version: `npx -y some-server@1.2.3`, `uvx some-server==1.2.3`, or an image by its digest',
  },
  'config-plain-http': {
    severity: 'high',
    family: 'config',
    surface: 'URLs of configurations',
    title: 'is reached over plain HTTP on another machine',
    why: 'everybody on the network path can read and change what passes, including tools and tokens',
    fix: 'use https',
  },
  'config-secret': {
    severity: 'high',
    family: 'config',
    surface: 'environment, arguments, headers and URLs of configurations',
    title: 'has a secret in plain text',
    why: 'the file is copied, backed up and committed, and other programs read it',
    fix: 'revoke the secret, and use an environment variable or an input of the client instead',
  },
  'config-shell': {
    severity: 'high',
    family: 'config',
    surface: 'commands of configurations',
    title: 'is started by a shell',
    why: 'a shell command can download and run anything, and you cannot see which program the server is',
    fix: 'name the program and its arguments one by one',
  },
  'config-writable-folder': {
    severity: 'high',
    family: 'config',
    surface: 'commands of configurations',
    title: 'starts a program from a folder that every user can write to',
    why: 'every user of the machine can replace the program',
    fix: 'move the program to a folder of your own',
  },
  'config-same-name': {
    severity: 'medium',
    family: 'config',
    surface: 'names of the servers of all configurations',
    title: 'has the name of another configured server',
    why: 'only one of the two wins, and its tools may be mistaken for those of the other',
    fix: 'give each server its own name',
  },
} as const satisfies RuleTable;
