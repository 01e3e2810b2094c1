import type { Offer, Place } from '../../features/completion/offers.ts';
import { lookupsOf } from './lookups.ts';
import { formatPosix } from './posix.ts';
import { quoted } from './quoted.ts';

/** Formats the script for zsh, with what each command and flag does. */
export function formatZsh(places: readonly Place[]): string {
  return formatPosix(lookupsOf(places), {
    head: `#compdef mcptest
# zsh completion for mcptest. To load it, after compinit: eval "$(mcptest completion zsh)"
`,
    assign: ({ commands, flags }) =>
      `\n      commands=(${described(commands)})\n      flags=(${described(flags)})\n      `,
    list: (words) => `(${words.map(quoted).join(' ')})`,
    walk: WALK,
  });
}

function described(offers: readonly Offer[]): string {
  return offers.map(({ name, about }) => `\n        ${quoted(`${name}:${about}`)}`).join('');
}

const WALK = `
_mcptest() {
  local here= flag= word takes=
  local -a commands flags values
  local -i i
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    _mcptest_offers "$here"
    if [[ -n $flag ]]; then
      flag=
    elif [[ $word == '--' ]]; then
      # what follows is the command of a server
      words=("\${(@)words[i + 1,-1]}") CURRENT=$((CURRENT - i))
      _normal
      return
    elif [[ $word == -* ]]; then
      _mcptest_values "$here" "$word" && flag=$word
    elif [[ -n "\${commands[(r)$word:*]}" ]]; then
      here=\${here:+$here }$word
    fi
  done
  commands=() flags=() values=() takes=nothing
  _mcptest_offers "$here"
  if [[ -z $flag && $PREFIX == --*=* ]]; then
    flag=\${PREFIX%%=*}
    compset -P '*='
  fi
  if [[ -n $flag ]]; then
    commands=() takes=nothing values=()
    _mcptest_values "$here" "$flag"
  elif [[ $PREFIX == -* ]]; then
    _describe -o 'flag' flags
    return
  fi
  if [[ $takes == reports ]]; then
    if compset -P '*='; then _files; else compadd -S '' -a values; fi
    return
  fi
  (($#commands)) && _describe 'command' commands
  (($#values)) && compadd -a values
  [[ $takes == files ]] && _files
}

# loaded by compinit as a function of its own, or sourced
if [[ $funcstack[1] == _mcptest ]]; then _mcptest "$@"; else compdef _mcptest mcptest; fi
`;
