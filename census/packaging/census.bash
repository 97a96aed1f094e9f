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

# The first word that is a file.
_census_file()
{
    local word
    for word in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
        [[ -f $word ]] && echo "$word" && return 0
    done
    return 1
}

# Columns of the archive on the line, "name,type" each.
_census_file_columns()
{
    local file
    file=$(_census_file) &&
        "$program" query "$file" --format csv 2>/dev/null | cut -d, -f1,2 | sed 1d
}

# Values that a column of the archive on the line has, if it is an enumeration.
_census_column_values()
{
    _census_file_columns | grep -qx "$1,enum" &&
        "$program" query "$(_census_file)" --by "$1" --format csv 2>/dev/null |
        cut -d, -f1 | sed 1d
}

# Parameters behind a name: "--rules nim:pl" comes as nim, :, pl, and what
# follows "=" as a word of its own, too.
_census_parameters()
{
    local kind=$1 spec=$2 last=${2##*[,:]} before=""
    local names=$("$program" list "$kind" "${spec%%:*}" --names 2>/dev/null)
    if [[ $last == *=* ]]; then
        sed -n "s/^${last%%=*}=\(..*\)/\1/p" <<<"$names"
        return
    fi
    [[ $cur == *,* ]] && before=${cur%,*},
    sed "s/^/$before/" <<<"$names"
}

_census()
{
    local program=${COMP_WORDS[0]/#\~/$HOME} command=${COMP_WORDS[1]}
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    local replies="" kind="" option="" text="" i

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
    # The option in hand, and what is written behind it.
    for ((i = COMP_CWORD; i > 1; i--)); do
        [[ ${COMP_WORDS[i]} == --* ]] && option=${COMP_WORDS[i]} && break
        text=${COMP_WORDS[i]}$text
    done
    text=${text#=}
    [[ $cur == : ]] && cur=""
    case $option$text in
        --rules*:*) replies=$(_census_parameters rulesets "$text") ;;
        --grid*:* | --tests*:*) replies=$(_census_parameters grids "$text") ;;
        --where*[!=]=*) replies=$(_census_column_values "${text%%=*}") ;;
    esac
    if [[ -n $replies ]]; then
        COMPREPLY=($(compgen -W "$replies" -- "$cur"))
        [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
        return
    fi
    case $prev in
        --rules) kind=rulesets ;;
        --ask) kind=domains ;;
        --grid | --tests) kind=grids ;;
        --memo) kind=memos ;;
        --values) replies="text whole name" ;;
        --format) replies="table csv json" ;;
        --columns) replies=$(_census_column_names "$cur") ;;
        --by | --sum | --mean | --min | --max | --distinct | --column | --sort | --where)
            [[ $cur == *,* ]] && text=${cur%,*}, || text=""
            replies=$(_census_file_columns | sed "s/,.*//; s/^/$text/") ;;
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
            run | estimate | bench | schema) kind=censuses ;;
            help) kind=commands ;;
            solve | contract | classes | quotient) kind=rulesets ;;
            value) ;;
            check) _census_file >/dev/null && kind=checks || kind=files ;;
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
