import type { Place } from '../../features/completion/offers.ts';
import { groupedValues, wordsOf } from './grouped-values.ts';
import { quoted } from './quoted.ts';

/** Formats the script for bash. It also works in bash 3.2, which macOS has, and without the package bash-completion. */
export function formatBash(places: readonly Place[]): string {
  const offers = places.map(({ path, commands, flags, operand }) => {
    const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name).join(' ');
    return `    ${quoted(path)}) commands='${names(commands)}' flags='${names(flags)}' takes=${operand?.kind ?? 'nothing'} values=${quoted(operand ? wordsOf(operand).join(' ') : '')} ;;\n`;
  });
  const values = groupedValues(places).map(
    ({ flags, values }) =>
      `    ${flags.map(quoted).join(' | ')})\n      takes=${values.kind} values=${quoted(wordsOf(values).join(' '))} ;;\n`,
  );
  return `# bash completion for mcptest. To load it: eval "$(mcptest completion bash)"

# sets what comes after a command: commands, flags, takes, values
_mcptest_offers() {
  case $1 in
${offers.join('')}  esac
}

# sets what the value of a flag of a command is: takes, values; fails for a switch
_mcptest_values() {
  case "$1 $2" in
${values.join('')}    *) return 1 ;;
  esac
}
${WALK}`;
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
