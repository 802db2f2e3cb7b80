export const completedShells = ['bash', 'zsh', 'fish', 'powershell'] as const

export type CompletedShell = (typeof completedShells)[number]

/**
 * The scripts ask `app __complete` for the words. They always run the `app` on PATH, never the
 * typed file, so that completing `./app` executes nothing. The environment passes the line.
 */
export const completionScripts: Readonly<Record<CompletedShell, string>> = {
  bash: `# Bash completion for app.
_svcapp_complete() {
  local reply
  COMPREPLY=()
  while IFS= read -r reply; do
    case $reply in
      :files | :folders)
        local kind=-f
        [ "$reply" = :folders ] && kind=-d
        while IFS= read -r reply; do COMPREPLY+=("$reply"); done < <(compgen "$kind" -- "$2")
        compopt -o filenames 2>/dev/null
        ;;
      *) COMPREPLY+=("$reply") ;;
    esac
  done < <(SVCAPP_COMPLETE_LINE=\${COMP_LINE:0:COMP_POINT} SVCAPP_COMPLETE_BREAKS=$COMP_WORDBREAKS command app __complete bash 2>/dev/null)
  case \${COMPREPLY[0]-} in */) compopt -o nospace 2>/dev/null ;; esac
}
complete -F _svcapp_complete app svcapp`,
  zsh: `#compdef app svcapp
# Zsh completion for app.
_svcapp_complete() {
  local reply
  local -a replies values shown
  replies=("\${(@f)$(SVCAPP_COMPLETE_WORDS="\${(F)\${(@Q)words[2,CURRENT-1]}}" SVCAPP_COMPLETE_CURRENT="\${(Q)PREFIX}" command app __complete zsh 2>/dev/null)}")
  case \${replies[1]-} in
    :files) _files; return ;;
    :folders) _files -/; return ;;
  esac
  for reply in "\${(@)replies}"; do
    [[ -n $reply ]] || continue
    values+=("\${reply%%$'\\t'*}")
    shown+=("\${reply/$'\\t'/  -- }")
  done
  (( $#values )) && compadd -l -d shown -a values
}
if [[ \${funcstack[1]-} == _app ]]; then
  _svcapp_complete "$@"
else
  compdef _svcapp_complete app svcapp
fi`,
  fish: `# Fish completion for app.
function __svcapp_complete
    set -l tokens (commandline -opc)
    set -lx SVCAPP_COMPLETE_WORDS (string join \\n -- $tokens[2..] | string collect -a)
    set -lx SVCAPP_COMPLETE_CURRENT (string unescape -- (commandline -ct); or commandline -ct)
    set -l replies (command app __complete fish 2>/dev/null)
    switch "$replies[1]"
        case ':files'
            __fish_complete_path (commandline -ct)
        case ':folders'
            __fish_complete_directories (commandline -ct)
        case '*'
            printf '%s\\n' $replies
    end
end
complete -c app -f -a '(__svcapp_complete)'
complete -c svcapp -f -a '(__svcapp_complete)'`,
  powershell: `# PowerShell completion for app. If it returns nothing, PowerShell completes file names.
Register-ArgumentCompleter -Native -CommandName app, svcapp -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $done = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.Extent.Text })
  try {
    $env:SVCAPP_COMPLETE_WORDS = $done -join "\`n"
    $env:SVCAPP_COMPLETE_CURRENT = $wordToComplete
    app __complete powershell 2>$null | Where-Object { $_ -notmatch '^:' } | ForEach-Object {
      $value, $about = $_ -split "\`t", 2
      $typed = if ($value -match '^[\\w./:=-]+$') { $value } else { "'" + $value.Replace("'", "''") + "'" }
      $tip = if ($about) { $about } else { $value }
      [System.Management.Automation.CompletionResult]::new($typed, $value, 'ParameterValue', $tip)
    }
  } finally {
    Remove-Item Env:SVCAPP_COMPLETE_WORDS, Env:SVCAPP_COMPLETE_CURRENT -ErrorAction SilentlyContinue
  }
}`,
}

/** Where to put the script. */
export const completionSetup: Readonly<Record<CompletedShell, string>> = {
  bash: 'Add to ~/.bashrc:  source <(app completion bash)',
  zsh: 'Add to ~/.zshrc, after compinit:  source <(app completion zsh)',
  fish: 'Run once:  app completion fish > ~/.config/fish/completions/app.fish',
  powershell: 'Add to $PROFILE:  app completion powershell | Out-String | Invoke-Expression',
}
