import { AppError } from '../errors.ts'

interface Parsed {
  readonly flags: Readonly<Record<string, unknown>>
  readonly args: Readonly<Record<string, unknown>>
}

/** Values that may be empty, to clear a text or pass an empty list. */
const mayBeEmpty: readonly unknown[] = ['<text>', '<description>', '<scopes>', '<topics>', '<countries>']

/** Raises `usage.invalid` for a flag or argument given as ''. `known` has the command's flags. */
export function rejectEmpty({ flags, args }: Parsed, known: Readonly<Record<string, object>> = {}): void {
  const flag = Object.keys(flags).find((name) => flags[name] === '' && !isFree(known[name]))
  const argument = Object.keys(args).find((name) => args[name] === '')
  const empty = flag === undefined ? argument && `<${argument}>` : `--${flag}`
  if (empty === undefined) return
  throw new AppError('usage.invalid', `${empty} is empty.`, {
    suggestions: [flag === undefined ? 'Give the argument a value.' : 'Give the flag a value, or leave it out.'],
  })
}

function isFree(flag: { readonly helpValue?: unknown } = {}): boolean {
  return mayBeEmpty.includes(flag.helpValue)
}
