/** The script for bash: from version 3.2, with nothing else installed. What was typed is read, and never run. */
export function bashScript(name: string): string {
  return `# bash completion for ${name}
__${name}_complete() {
    local line word value breaks directive=
    local -a words
    COMPREPLY=()
    line=\${COMP_LINE:0:COMP_POINT}
    read -ra words <<< "$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    word=\${words[\${#words[@]}-1]}
    # What stands before a colon is a word of its own for bash, and is not to be said again.
    word=\${word#*=}
    breaks=
    [[ $COMP_WORDBREAKS == *:* && $word == *:* ]] && breaks=\${word%"\${word##*:}"}
    while IFS= read -r line; do
        if [[ $line == :* ]]; then
            directive=$line
        else
            value=\${line%%$'\\t'*}
            COMPREPLY+=("\${value#"$breaks"}")
        fi
    done < <(${name} complete -- "\${words[@]:1}" 2>/dev/null)
    # Files only where files are wanted.
    [[ $directive == :0 ]] || compopt +o default 2>/dev/null
}
complete -o default -F __${name}_complete ${name}`
}
