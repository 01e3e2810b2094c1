import type { Offer, Place } from '../../features/completion/offers.ts';
import { lookupsOf } from './lookups.ts';
import { formatPosix } from './posix.ts';
import { quoted } from './quoted.ts';

/** Formats the script for bash. It also works in bash 3.2, which macOS has, and without the package bash-completion. */
export function formatBash(places: readonly Place[]): string {
  return formatPosix(lookupsOf(places), {
    head: '# bash completion for mcptest. To load it: eval "$(mcptest completion bash)"\n',
    assign: ({ commands, flags }) => ` commands='${namesOf(commands)}' flags='${namesOf(flags)}' `,
    list: (words) => quoted(words.join(' ')),
    walk: WALK,
  });
}

function namesOf(offers: readonly Offer[]): string {
  return offers.map(({ name }) => name).join(' ');
}

const WALK = `
_mcptest() {
  local cur=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]}
  local here= flag= word commands flags takes values i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    # bash splits --format=json at the sign
    [[ $word == '=' ]] && continue
    _mcptest_offers "$here"
    if [[ -n $flag ]]; then
      flag=
    elif [[ $word == '--' ]]; then
      # what follows is the command of a server
      return
    elif [[ $word == -* ]]; then
      _mcptest_values "$here" "$word" && flag=$word
    elif [[ " $commands " == *" $word "* ]]; then
      here=\${here:+$here }$word
    fi
  done
  [[ $cur == '=' ]] && before='=' cur=
  _mcptest_offers "$here"
  if [[ $before == '=' && -z $flag ]]; then
    # the file of --report json=file
    takes=files
  elif [[ -n $flag ]]; then
    commands= flags=
    _mcptest_values "$here" "$flag"
  elif [[ $cur == -* ]]; then
    commands= takes=words values=$flags
  fi
  # without an answer, bash offers files
  [[ $takes == files ]] || compopt +o default +o bashdefault 2> /dev/null
  [[ $takes == reports ]] && compopt -o nospace 2> /dev/null
  for word in $commands $values; do
    [[ $word == "$cur"* ]] && COMPREPLY+=("$word")
  done
}
complete -o default -o bashdefault -F _mcptest mcptest
`;
