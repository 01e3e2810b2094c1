import { type Detector, detector, matching } from './detector.ts';
import type { DetectorId } from './detector-ids.ts';
import type { Leaf } from './leaf.ts';
import { matchesOf } from './matches.ts';
import { type Command, hasFlag, programOf } from './shell-commands.ts';
import type { Span } from './span.ts';
import { TRAITS } from './traits.ts';

/**
 * Whether a command destroys something.
 * @param rest the words after the program name
 */
type Judge = (rest: readonly string[], program: string) => boolean;

/** Paths whose deletion is fatal: the root, a home, a whole drive, a system folder. */
const VITAL =
  /^(?:\/\*?|~\/?\*?|\$\{?HOME\}?\/?\*?|\*|\.\/?\*?|\/(?:etc|usr|var|home|boot|bin|lib|root|opt|srv|mnt|data|System|Users)\/?\*?|[A-Za-z]:\\?\*?|%USERPROFILE%|\$env:USERPROFILE)$/;

const isRecursiveRm = (rest: readonly string[]) => hasFlag(rest, 'rR', '--recursive');

const rmVital: Judge = (rest) =>
  rest.includes('--no-preserve-root') ||
  (isRecursiveRm(rest) && rest.some((word) => VITAL.test(word) && word !== '.'));

const rm: Judge = (rest) => isRecursiveRm(rest) && hasFlag(rest, 'f', '--force');

const isPowershellDelete: Judge = (rest) =>
  rest.some((word) => /^-rec/i.test(word)) && rest.some((word) => /^-fo/i.test(word));

const findDelete: Judge = (rest) =>
  rest.includes('-delete') || rest.some((word, at) => /^-exec(?:dir)?$/.test(word) && rest[at + 1] === 'rm');

const forcePush: Judge = (rest) =>
  rest[subcommand(rest)] === 'push' &&
  (hasFlag(rest, 'f', '--force', '--force-with-lease', '--mirror', '--delete', '--prune') ||
    rest.slice(subcommand(rest)).some((word) => /^(?:\+|:)[\w/-]/.test(word)));

const gitDiscard: Judge = (rest) => {
  const [verb, ...flags] = rest.slice(subcommand(rest));
  if (verb === 'reset') return flags.includes('--hard');
  if (verb === 'clean') return hasFlag(flags, 'f', '--force') && hasFlag(flags, 'dxX');
  if (verb === 'branch') return hasFlag(flags, 'D');
  return (
    verb === 'filter-branch' || verb === 'filter-repo' || (verb === 'reflog' && flags.includes('expire'))
  );
};

/** Returns the index of the subcommand, after flags and the values of `-C` and `-c`. */
function subcommand(rest: readonly string[]): number {
  let at = 0;
  while (rest[at]?.startsWith('-')) at += /^-[cC]$/.test(rest[at] as string) ? 2 : 1;
  return at;
}

const diskWipe: Judge = (rest, program) => {
  if (program === 'dd') return rest.some((word) => /^of=\/dev\/(?!null|zero|std)/.test(word));
  if (program === 'shred' || program === 'wipefs' || program === 'blkdiscard')
    return rest.some((word) => /^[/~.\w]*\/|^-/.test(word));
  if (program === 'format') return /^[A-Za-z]:$/.test(rest[0] ?? '');
  return rest.some((word) => word.startsWith('/dev/'));
};

const windowsDelete: Judge = (rest) => rest.some((word) => /^\/s$/i.test(word));

/** Whether words occur in this order, possibly with others in between. */
const inOrder = (rest: readonly string[], ...wanted: readonly RegExp[]) => {
  let at = 0;
  for (const word of rest) if (wanted[at]?.test(word)) at++;
  return at === wanted.length;
};

const storageDelete: Judge = (rest, program) => {
  const all = hasFlag(rest, 'r', '--recursive', '--force');
  if (program === 'aws') {
    return (
      (inOrder(rest, /^s3$/, /^r[mb]$/) && all) ||
      inOrder(rest, /^s3api$/, /^delete-bucket$/) ||
      (inOrder(rest, /^s3$/, /^sync$/) && rest.includes('--delete'))
    );
  }
  if (program === 'gsutil')
    return (inOrder(rest, /^rm$/) && hasFlag(rest, 'rR', '--recursive')) || inOrder(rest, /^rb$/);
  if (program === 'gcloud')
    return (inOrder(rest, /^storage$/, /^rm$/) && all) || inOrder(rest, /^storage$/, /^buckets$/, /^delete$/);
  if (program === 'rclone') return /^(?:purge|delete)$/.test(rest[0] ?? '');
  return inOrder(rest, /^storage$/, /^(?:container|account|blob|share)$/, /^delete(?:-batch)?$/);
};

const clusterDelete: Judge = (rest, program) => {
  if (program === 'docker' || program === 'podman') {
    return (
      inOrder(rest, /^volume$/, /^(?:rm|prune)$/) ||
      inOrder(rest, /^system$/, /^prune$/) ||
      (inOrder(rest, /^compose$/, /^down$/) && hasFlag(rest, 'v', '--volumes'))
    );
  }
  return (
    inOrder(
      rest,
      /^delete$/,
      /^(?:ns|namespaces?|pv|pvc|persistentvolume(?:claim)?s?|crds?|nodes?)(?:\/.*)?$/,
    ) ||
    (inOrder(rest, /^delete$/) && rest.includes('--all'))
  );
};

const infrastructureDelete: Judge = (rest, program) => {
  if (program === 'aws')
    return inOrder(
      rest,
      /^(?:delete-(?:db-instance|db-cluster|stack|table|volume|vpc|cluster)|terminate-instances)$/,
    );
  if (program === 'gcloud') return inOrder(rest, /^(?:projects|instances|clusters|sql)$/, /^delete$/);
  if (program === 'az') return inOrder(rest, /^(?:group|vm|aks|sql)$/, /^delete$/);
  if (program === 'heroku') return /^(?:pg:reset|apps:destroy)$/.test(rest[0] ?? '');
  return inOrder(rest, /^destroy$/) || rest.includes('-destroy');
};

type Row = readonly [programs: string, judge: Judge];

/** Makes a detector of command lines from the programs that it knows and a judge for the arguments of each. */
function commandDetector(
  id: DetectorId & `destructive.${string}`,
  severity: Detector['severity'],
  text: readonly [string, string],
  ...rows: readonly Row[]
): Detector {
  const judges = new Map(
    rows.flatMap(([programs, judge]) => programs.split(' ').map((name) => [name, judge])),
  );
  return detector(id, severity, TRAITS.shellWord, text, function* (leaf) {
    for (const command of leaf.commands) {
      if (judges.size > 0 && isDestroyer(command, judges)) yield spanOf(command);
    }
  });
}

function isDestroyer({ words }: Command, judges: ReadonlyMap<string, Judge>): boolean {
  return words.some((word, at) => {
    const program = programOf(word);
    const judge = judges.get(program);
    // `git rm` removes a file from the index, and `aws s3 rm` has its own row
    const isOwn =
      at === 0 ||
      program !== 'rm' ||
      !/^(?:git|s3|docker|podman|svn|hg|storage|gsutil|npm|yarn|pnpm|volume)$/.test(words[at - 1] as string);
    return judge !== undefined && isOwn && judge(words.slice(at + 1, at + 1 + MOST_WORDS), program);
  });
}

/** Up to this many words after the name of a program are checked. */
const MOST_WORDS = 30;

function spanOf({ start, end }: Command): Span {
  return { start, end };
}

const REDIRECT_TO_DISK =
  />\s{0,3}\/dev\/(?:sd|nvme|hd|vd|mmcblk)\w{1,10}|:\(\)\s{0,3}\{\s{0,3}:\s?\|\s?:\s?&\s{0,3}\}\s{0,3};\s{0,3}:/g;

/** Detectors of destructive command lines. */
export const COMMAND_DETECTORS: readonly Detector[] = [
  commandDetector(
    'destructive.wipe_system',
    'critical',
    ['a recursive deletion of the root, a home, a drive or a system folder', '`rm -rf /`'],
    ['rm', rmVital],
  ),
  withPattern(
    commandDetector(
      'destructive.wipe_disk',
      'critical',
      ['a command that overwrites a disk or a file system', '`dd if=/dev/zero of=/dev/sda`'],
      ['dd mkfs mkfs.ext4 mkfs.ext3 mkfs.xfs mkfs.btrfs mkfs.vfat shred wipefs blkdiscard format', diskWipe],
    ),
    REDIRECT_TO_DISK,
  ),
  commandDetector(
    'destructive.recursive_delete',
    'high',
    ['a forced recursive deletion', '`rm -rf build`, `find . -delete`, `Remove-Item -Recurse -Force`'],
    ['rm', rm],
    ['find', findDelete],
    ['remove-item ri', isPowershellDelete],
    ['del rd rmdir erase', windowsDelete],
  ),
  detector(
    'destructive.code_delete',
    'high',
    TRAITS.shellWord,
    ['a library call that deletes a folder with its contents', "`shutil.rmtree('/srv/data')`"],
    matching(
      /\b(?:shutil\.rmtree\s?\(|FileUtils\.rm_rf?\b|os\.RemoveAll\s?\(|(?:fs|fsp|fsPromises)\.(?:rm|rmSync|rmdir|rmdirSync)\s?\([^\n)]{1,200}\brecursive:\s?true)/g,
    ),
  ),
  commandDetector(
    'destructive.force_push',
    'high',
    ['a push that overwrites or deletes the work of others', '`git push --force`'],
    ['git', forcePush],
  ),
  commandDetector(
    'destructive.git_discard',
    'medium',
    ['a command that discards work or history', '`git reset --hard`, `git clean -fdx`'],
    ['git', gitDiscard],
  ),
  commandDetector(
    'destructive.delete_storage',
    'high',
    ['the deletion of a bucket or its contents', '`aws s3 rm s3://logs --recursive`'],
    ['aws gsutil gcloud az rclone', storageDelete],
  ),
  commandDetector(
    'destructive.delete_cluster',
    'high',
    [
      'the deletion of a namespace, of volumes or of all resources of a kind',
      '`kubectl delete namespace prod`',
    ],
    ['kubectl oc docker podman', clusterDelete],
  ),
  commandDetector(
    'destructive.delete_infrastructure',
    'high',
    ['the deletion of machines, databases or whole environments', '`terraform destroy`'],
    ['terraform tofu pulumi aws gcloud az heroku cdk', infrastructureDelete],
  ),
];

function withPattern(base: Detector, pattern: RegExp): Detector {
  return {
    ...base,
    needs: TRAITS.shellWord | TRAITS.meta,
    find: function* (leaf: Leaf) {
      if (leaf.has(TRAITS.shellWord)) yield* base.find(leaf);
      if (!leaf.has(TRAITS.meta)) return;
      for (const { 0: text, index } of matchesOf(pattern, leaf.text))
        yield { start: index, end: index + text.length };
    },
  };
}
