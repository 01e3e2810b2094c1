/**
 * Lists the places where a text or a number is made of a value that may be an object: `String`, `Number`, a template,
 * `join`, or the `test` and `exec` of a regular expression. JSON such as `{"toString": 1}` throws there; `scalarText`
 * does not.
 */
import { join, relative } from 'node:path';
import {
  type Expression,
  isCallExpression,
  isIdentifier,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
  isTemplateSpan,
  type Node,
} from 'typescript/unstable/ast';
import { API, type Checker, type Type, TypeFlags } from 'typescript/unstable/sync';

/** All files but the one that may, because it looks at the value first. */
const CHECKED = /^src\/(?!values\/scalar-text\.ts$)/;

const OPAQUE = TypeFlags.Unknown | TypeFlags.Any | TypeFlags.Object | TypeFlags.NonPrimitive;

/** Returns these places in src/ of a project, the folder with its tsconfig.json, as `file:line: code`. */
export function coercionsIn(root: string): string[] {
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects();
    if (!project) throw new Error(`${root} has no tsconfig.json`);
    const { checker, program } = project;
    const files = project.rootFiles.filter((file) => CHECKED.test(relative(root, file)));
    return files.flatMap((file) => {
      const source = program.getSourceFile(file);
      if (!source) throw new Error(`${file} cannot be read`);
      const expressions = coercedIn(source);
      const types = expressions.length > 0 ? checker.getTypeAtLocation(expressions) : [];
      return expressions
        .filter((_, index) => isOpaque(types[index], checker))
        .map((node) => {
          const line = source.text.slice(0, node.getStart(source)).split('\n').length;
          return `${relative(root, file)}:${line}: ${node.getText(source)}`;
        });
    });
  } finally {
    api.close();
  }
}

/** The expressions of which a text or a number is made. */
function coercedIn(node: Node): Expression[] {
  const found: Expression[] = [];
  // the tag of a template decides what becomes of its values
  if (isTemplateSpan(node) && !isTaggedTemplateExpression(node.parent.parent)) found.push(node.expression);
  else if (isCallExpression(node)) {
    const { expression: callee, arguments: args } = node;
    const [first] = args;
    const isMethod = isPropertyAccessExpression(callee);
    const name = isMethod ? callee.name.text : isIdentifier(callee) ? callee.text : '';
    if (isMethod && name === 'join') found.push(callee.expression);
    else if (first && (isMethod ? ['test', 'exec'] : ['String', 'Number']).includes(name)) found.push(first);
  }
  node.forEachChild((child) => {
    found.push(...coercedIn(child));
  });
  return found;
}

/** Whether the values of a type may be objects. A list of texts and numbers is none: its text is theirs. */
function isOpaque(type: Type | undefined, checker: Checker): boolean {
  if (!type) return true;
  // the items of an empty list
  if ((type.flags & TypeFlags.Never) !== 0) return false;
  if (type.isUnionType()) return type.getTypes().some((each) => isOpaque(each, checker));
  if (checker.isArrayLikeType(type))
    return isOpaque(checker.getIndexInfosOfType(type)[0]?.valueType, checker);
  return (type.flags & OPAQUE) !== 0;
}

if (process.argv[1] === import.meta.filename) {
  const found = coercionsIn(join(import.meta.dirname, '..'));
  for (const each of found) console.log(`${each} may be an object: use scalarText or compare it`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
