# Prints what zsh completes at the end of a line, in a shell of its own: zsh -f complete.zsh SCRIPT LINE
zmodload zsh/zpty
home=$(mktemp -d)
cat > $home/setup.zsh <<'END'
PROMPT=
autoload -Uz compinit && compinit -u -C
bindkey '^M' undefined
bindkey '^J' undefined
bindkey '^I' complete-word
zstyle ':completion:*' insert-tab false
marker() { print -r -- '<<>>' }
compprefuncs=(marker)
comppostfuncs=(marker exit)
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  local -a hits
  builtin compadd -A hits "$@"
  print -rl -- $hits
  builtin compadd "$@"
}
END
zpty z zsh -f -i
zpty -w z "source $home/setup.zsh; source ${(q)1}; print rea""dy"
zpty -r -m z line '*ready*'
zpty -w -n z "$2"$'\t'
output=
while zpty -r z line; do
  output+=$line
  [[ $output == *'<<>>'*'<<>>'* ]] && break
done
zpty -d z
rm -rf $home
output=${output#*<<>>}
print -r -- "${${output%%<<>>*}//$'\r'/}"
