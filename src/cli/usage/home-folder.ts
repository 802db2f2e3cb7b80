import { AppError } from '../../errors.ts'

/**
 * Raises `usage.invalid` for a path below `~`, because shells expand it only at the start of a word
 * and `--dir=~/x` would create a folder named `~`. `known` has the command's flags.
 */
export function rejectTilde(
  flags: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, object>> = {},
): void {
  for (const [name, value] of Object.entries(flags)) {
    const { helpValue } = (known[name] ?? {}) as { readonly helpValue?: unknown }
    const isPath = helpValue === '<file>' || helpValue === '<folder>'
    const isSource = helpValue === '@file|-' || helpValue === '<json>'
    if (typeof value !== 'string' || !(isPath ? /^~(?:\/|$)/ : isSource ? /^@~\// : /^(?!)/).test(value)) continue
    throw new AppError('usage.invalid', `--${name}=${value}: the shell did not expand ~ to your home folder.`, {
      suggestions: [`Use $HOME instead: --${name}="${value.replace('~', '$HOME')}"`],
    })
  }
}
