# bash completion for census; installed as .../bash-completion/completions/census
#
# Nothing is listed here: the program is asked for its commands, options and
# names, so that completion knows what the program knows, plug-ins included.

# Names of one kind (rulesets, grids, ...), with the plug-ins on the line.
_census_names()
{
    local i plugins=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        [[ ${COMP_WORDS[i]} == --plugin ]] || continue
        [[ ${COMP_WORDS[i + 1]} == = ]] && ((i++))
        plugins+=(--plugin "${COMP_WORDS[i + 1]/#\~/$HOME}")
    done
    "$program" list "$1" --names "${plugins[@]}" 2>/dev/null
}

# Options of the command, and of the census behind it, with one that takes a
# value written --option=.
_census_options()
{
    local words=("$command")
    [[ ${COMP_WORDS[2]} == [a-z]* && $COMP_CWORD -gt 2 ]] &&
        words+=("${COMP_WORDS[2]}")
    "$program" "${words[@]}" --help 2>/dev/null |
        sed -n 's/^ \{2,6\}\(-[a-zA-Z], \)\{0,1\}\(--[a-z-]*\)\(=\{0,1\}\).*/\2\3/p'
}

# Column names behind those that are there: "value,m" to "value,mean".
_census_column_names()
{
    local before=""
    [[ $1 == *,* ]] && before=${1%,*},
    _census_names columns | sort -u | sed "s/^/$before/"
}

_census_file_given()
{
    local word
    for word in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
        [[ -f $word ]] && return 0
    done
    return 1
}

_census()
{
    local program=${COMP_WORDS[0]/#\~/$HOME} command=${COMP_WORDS[1]}
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    local replies="" kind=""

    # "--rules=nim" comes as three words.
    if [[ $cur == = ]]; then
        cur=""
    elif [[ $prev == = ]]; then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        replies="$(_census_names commands) --help --version"
        COMPREPLY=($(compgen -W "$replies" -- "$cur"))
        return
    fi
    case $prev in
        --rules) kind=rulesets ;;
        --ask) kind=domains ;;
        --grid) kind=grids ;;
        --memo) kind=memos ;;
        --values) replies="text whole name" ;;
        --columns) replies=$(_census_column_names "$cur") ;;
        --plugin | --output | -o | --schema | --dir) kind=files ;;
    esac
    if [[ -n $replies ]]; then
        COMPREPLY=($(compgen -W "$replies" -- "$cur"))
        [[ $prev == --columns ]] && compopt -o nospace 2>/dev/null
        return
    fi
    if [[ -z $kind && $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$(_census_options)" -- "$cur"))
        [[ ${COMPREPLY[0]} == *= && ${#COMPREPLY[@]} -eq 1 ]] &&
            compopt -o nospace 2>/dev/null
        return
    fi
    if [[ -z $kind ]]; then
        case $command in
            run | schema) kind=censuses ;;
            solve | contract) kind=rulesets ;;
            value) ;;
            check) _census_file_given && kind=checks || kind=files ;;
            list) replies=$("$program" list 2>/dev/null | grep '^[a-z]*$') ;;
            *) kind=files ;;
        esac
    fi
    if [[ $kind == files ]]; then
        COMPREPLY=($(compgen -f -- "$cur"))
        compopt -o filenames 2>/dev/null
        return
    fi
    [[ -n $kind ]] && replies=$(_census_names "$kind")
    COMPREPLY=($(compgen -W "$replies" -- "$cur"))
}

complete -F _census census
