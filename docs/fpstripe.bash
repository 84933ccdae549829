# SPDX-License-Identifier: MIT
#
# bash completion for fpstripe. The words come from the program's own help and lists,
# so that they cannot differ from what it takes.

_fpstripe_names()
{
    # shellcheck disable=SC2086
    "$1" $2 --json 2>/dev/null |
        sed -n 's/^ *"\('"${3:-name\\|id}"'\)": "\(.*\)",\{0,1\}$/\2/p'
}

# The cases of the goldens that are there, of any device.
_fpstripe_cases()
{
    find "$1" -name golden.json -exec sed -n 's/^ *"case": "\(.*\)",$/\1/p' {} + 2>/dev/null | sort -u
}

# The choices that stand in the help text below an option, from column 27.
_fpstripe_choices()
{
    "$1" "$2" --help=all 2>/dev/null |
        awk -v option="$3" '/^ +-/ { found = $1 == option || $2 == option; next }
            found && substr($0, 1, 27) ~ /^ *$/ { gsub(",", ""); print }'
}

_fpstripe()
{
    local program=$1 word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    local command=run words=""

    COMPREPLY=()
    case ${COMP_WORDS[1]} in
    devices | explain | record | bench | eval | sweep | compare | \
        check | bless | verify | show | analyze | shade | help)
        command=${COMP_WORDS[1]}
        ;;
    esac
    [[ $before == "=" ]] && before=${COMP_WORDS[COMP_CWORD-2]}
    [[ $word == "=" ]] && word=""
    # A colon parts words too: fake:r is "fake", ":", "r".
    if [[ $word == ":" ]]; then
        before="$before:" word=""
    elif [[ $before == ":" ]]; then
        before="${COMP_WORDS[COMP_CWORD-2]}:"
    fi

    if [[ $command == eval && $COMP_CWORD -gt 2 && $before != -* && $word != -* &&
          $before != *: ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
    fi
    if [[ $command =~ ^(compare|check|verify|show|analyze|shade)$ && $before != -* && $word != -* &&
          $before != *: && $before != = ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        [[ $command == compare && -n $word && fake: == "$word"* ]] && COMPREPLY+=(fake:)
        return
    fi
    if [[ $command == bless && $before != -* && $word != -* && $before != *: &&
          $before != = ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_fpstripe_cases goldens)" -- "$word")
        return
    fi
    # A name with a colon comes in three words, of which the last is to be found.
    if [[ $command == sweep && $word != -* && $before != -* && $before != = ]]; then
        words="$(_fpstripe_names "$program" "sweep --list")"
        [[ $before == *: ]] && words=$(grep -o -- "\b${before}[^ ]*" <<<"$words" | cut -d: -f2)
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
        return
    fi
    case $before in
    eval)
        words="add sub mul div fma mad sqrt inversesqrt rcp mulrcp"
        [[ $word == f[1-6]* ]] && words=$(echo f{16,32,64}_{add,sub,mul,div,mulAdd,sqrt} \
            f16_to_f{32,64} f32_to_f{16,64} f64_to_f{16,32})
        [[ $word == -* ]] && words=""
        ;;
    bench)
        words="atomics subnormals ops"
        [[ $word == -* ]] && words=""
        ;;
    fake:) words=$(_fpstripe_names "$program" "explain models" 'name\|key') ;;
    *:) return ;;
    -d | --device) words="all default egl: fake: glfw surfaceless" ;;
    --expect) words="nearest truncate upward $(_fpstripe_names "$program" "explain models")" ;;
    -o | --output | --shader-dir | --captures | --goldens | --prune)
        mapfile -t COMPREPLY < <(compgen -d -- "$word")
        return
        ;;
    --html | --md | --csv | --png | --junit)
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
        ;;
    --width) words="16 32 64 128 256 512 1024 2048" ;;
    --timeout | --formulas | --size | --time | --set | --max-difference | --inputs | --seed | --threads | --shard | --reason | --stripes)
        return
        ;;
    --*) words=$(_fpstripe_choices "$program" "$command" "$before") ;;
    esac
    if [[ -z $words ]]; then
        words=$("$program" "$command" --help=all 2>/dev/null | grep -o -- '--[a-z-]*')
        ((COMP_CWORD == 1)) && words="run devices explain bench eval sweep compare check bless verify show analyze shade help $words"
        [[ $command == explain ]] && words+=" $("$program" explain 2>/dev/null | cut -c12-)"
        [[ $command == help ]] && words="run devices explain bench eval sweep compare check bless verify show analyze shade $words"
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -F _fpstripe fpstripe
