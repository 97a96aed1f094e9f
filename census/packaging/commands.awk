# Turns what `census COMMAND --help` prints into a section of census.1: what it
# does, its options as a list, and the rest as it is.

function escaped(text) {
    gsub(/\\/, "\\e", text)
    sub(/^['.]/, "\\\\\\&&", text)
    return text
}

# Text that is filled begins each sentence on a line of its own.
function filled(text) {
    text = escaped(text)
    gsub(/[.] +/, ".\n", text)
    return text
}

# "-o, --output=PATH" as mdoc
function option(text,    macro, parts) {
    macro = ".It"
    if (match(text, /^-[A-Za-z], /)) {
        macro = macro " Fl " substr(text, 2, 1) " ,"
        text = substr(text, 5)
    }
    sub(/^--/, "", text)
    if (match(text, /[= ]/))
        return macro " Fl -" substr(text, 1, RSTART - 1) \
            (substr(text, RSTART, 1) == "=" ? " Ns = Ns" : "") \
            " Ar " substr(text, RSTART + 1)
    return macro " Fl -" text
}

function finish() {
    if (state == "options" && listed)
        print ".El"
}

BEGIN { state = "summary"; print ".Ss census " name }

state == "details" { print escaped($0); next }

state == "summary" && /^Usage: / {
    usage = $0
    sub(/^Usage: /, "", usage)
    print ".Dl " usage
    for (i = 1; i <= n; i++)
        print filled(summary[i])
    state = "options"
    next
}
state == "summary" { if ($0 != "") summary[++n] = $0; next }

/^Options:$/ || /^$/ || /--help  +show this help/ { next }

/^ +(-[A-Za-z], )?--[a-z]/ {
    if (!listed++)
        print ".Bl -tag -width Ds"
    line = $0
    sub(/^ +/, "", line)
    text = ""
    if (match(line, /  +/)) {
        text = substr(line, RSTART + RLENGTH)
        line = substr(line, 1, RSTART - 1)
    }
    print option(line)
    if (text != "")
        print filled(text)
    next
}
/^            +[^ ]/ && listed { sub(/^ +/, ""); print filled($0); next }

{
    finish()
    state = "details"
    print ".Bd -literal"
    print escaped($0)
}

END {
    finish()
    if (state == "details")
        print ".Ed"
}
