import { AppError } from '../../errors.ts'
import { unexpandedHome } from '../../project/paths.ts'

/**
 * Raises `usage.invalid` for a path below `~`, because shells expand it only at the start of a word
 * and `--dir=~/x` would create a folder named `~`. `known` has the command's flags.
 */
export function rejectTilde(
  flags: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, object>> = {},
): void {
  for (const [name, value] of Object.entries(flags)) {
    if (typeof value !== 'string') continue
    const path = pathIn(value, known[name])
    const home = unexpandedHome(path)
    if (home === null) continue
    throw new AppError('usage.invalid', `--${name}=${value}: the shell did not expand ${home} to a home folder.`, {
      suggestions: [
        home === '~'
          ? `Use $HOME instead: --${name}="${value.replace('~', '$HOME')}"`
          : `Use an absolute path, or ./${path} if the name starts with ~.`,
      ],
    })
  }
}

/** Returns the path in a flag's value; empty if the flag accepts none. */
function pathIn(value: string, { helpValue = '' }: { readonly helpValue?: string } = {}): string {
  if (/^<(?:name\|)?(?:file|folder|template)>/.test(helpValue)) return value
  return /^(?:@file|<json>)/.test(helpValue) && value.startsWith('@') ? value.slice(1) : ''
}
