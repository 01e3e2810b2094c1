import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Windows finds programs by these endings; a script needs a shell, which is not used. */
const ENDINGS = process.platform === 'win32' ? ['.exe', '.com'] : [''];

/**
 * Finds a program on the search path of an environment. Only absolute entries count: a relative one, such as
 * `./node_modules/.bin` or an empty one, would lead into the folder that the program works in, which may be a
 * stranger's repository.
 * @param program a name, or an absolute path
 * @returns its absolute path, or undefined if it is not found
 */
export function findProgram(program: string, env: Environment): string | undefined {
  if (isAbsolute(program)) return program;
  // a path with folders is relative to the folder that the program works in
  if (/[/\\]/.test(program)) return undefined;
  return absoluteEntries(env)
    .flatMap((folder) => ENDINGS.map((ending) => join(folder, program + ending)))
    .find(isProgram);
}

/** Returns an environment whose search path has only its absolute entries: programs start others by it, too. */
export function withAbsolutePath(env: Environment): Environment {
  const name = nameOfPath(env);
  if (name === undefined) return env;
  return { ...env, [name]: absoluteEntries(env).join(delimiter) };
}

function absoluteEntries(env: Environment): string[] {
  const path = env[nameOfPath(env) ?? ''] ?? '';
  return path.split(delimiter).filter((entry) => isAbsolute(entry));
}

/** On Windows the variable may be spelled `Path`. */
function nameOfPath(env: Environment): string | undefined {
  return Object.keys(env).find(
    (name) => name === 'PATH' || (process.platform === 'win32' && name.toUpperCase() === 'PATH'),
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
