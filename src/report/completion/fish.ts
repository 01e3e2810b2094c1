import type { Offer, Place } from '../../features/completion/offers.ts';
import { lookupsOf } from './lookups.ts';
import { quotedForFish } from './quoted.ts';

/** Formats the script for fish, with what each command and flag does. */
export function formatFish(places: readonly Place[]): string {
  const listed = (name: string, words: readonly string[]) =>
    `            set -g __mcptest_${name} ${words.map(quotedForFish).join(' ')}`.trimEnd();
  const described = (name: string, offers: readonly Offer[]) => [
    listed(
      name,
      offers.map((each) => each.name),
    ),
    listed(
      `${name}_about`,
      offers.map(({ about }) => about),
    ),
  ];
  const lookups = lookupsOf(places);
  const offers = lookups.offers.flatMap(({ path, commands, flags, takes, words }) => [
    `        case ${quotedForFish(path)}`,
    ...described('commands', commands),
    ...described('flags', flags),
    listed('takes', [takes]),
    listed('values', words),
  ]);
  const values = lookups.values.flatMap(({ flags, takes, words }) => [
    `        case ${flags.map(quotedForFish).join(' ')}`,
    listed('takes', [takes]),
    listed('values', words),
  ]);
  return `# fish completion for mcptest. To load it: mcptest completion fish | source

# sets what comes after a command
function __mcptest_offers
    switch "$argv[1]"
${offers.join('\n')}
    end
end

# sets what the value of a flag of a command is; fails for a switch
function __mcptest_values
    switch "$argv[1] $argv[2]"
${values.join('\n')}
        case '*'
            return 1
    end
end
${WALK}`;
}

const WALK = `
function __mcptest_complete
    set -l tokens (commandline -opc)
    set -l current (commandline -ct)
    set -l here ''
    set -l flag ''
    for word in $tokens[2..-1]
        __mcptest_offers $here
        if test -n "$flag"
            set flag ''
        else if test "$word" = --
            # what follows is the command of a server
            __fish_complete_path $current
            return
        else if string match -q -- '-*' $word
            __mcptest_values "$here" $word; and set flag $word
        else if contains -- $word $__mcptest_commands
            set here (string trim -- "$here $word")
        end
    end
    __mcptest_offers $here
    set -l before ''
    if test -z "$flag"; and string match -q -- '--*=*' $current
        set flag (string split -m 1 = -- $current)[1]
        set before $flag=
        set current (string split -m 1 = -- $current)[2]
    end
    if test -n "$flag"
        set -g __mcptest_commands
        set -g __mcptest_takes nothing
        set -g __mcptest_values
        __mcptest_values "$here" $flag
    else if string match -q -- '-*' $current
        for i in (seq (count $__mcptest_flags))
            printf '%s\\t%s\\n' $__mcptest_flags[$i] $__mcptest_flags_about[$i]
        end
        return
    end
    if test "$__mcptest_takes" = reports; and string match -q -- '*=*' $current
        # the file of --report json=file
        set before $before(string split -m 1 = -- $current)[1]=
        set current (string split -m 1 = -- $current)[2]
        set -g __mcptest_takes files
        set -g __mcptest_values
    end
    for i in (seq (count $__mcptest_commands))
        printf '%s\\t%s\\n' $__mcptest_commands[$i] $__mcptest_commands_about[$i]
    end
    for value in $__mcptest_values
        printf '%s\\n' $before$value
    end
    if test "$__mcptest_takes" = files
        for path in (__fish_complete_path $current)
            printf '%s\\n' $before$path
        end
    end
end
complete -c mcptest -f -a '(__mcptest_complete)'
`;
