/**
 * An error from oclif's parser. Parse errors have `parse`. Other errors have only `oclif.exit`. The
 * bundler changes class names, so the shape decides.
 */
export interface UsageError extends Error {
  readonly parse?: Parse
  /** Expected arguments of an argument error. Not a list if a command is misdeclared, which no user can fix. */
  readonly args?: readonly (string | MissingArgument)[] | object
  /** Unknown flags as typed. */
  readonly flags?: readonly string[]
  readonly oclif: { readonly exit?: number }
  readonly suggestions?: readonly string[]
}

interface Parse {
  readonly input?: Definitions
  readonly output?: { readonly raw?: readonly Token[] }
}

/** One word of the command line, as parsed. */
interface Token {
  readonly type: 'flag' | 'arg'
  readonly flag?: string
  readonly input: string
}

/** Flags and arguments that a command declares. */
export interface Definitions {
  readonly flags?: Readonly<Record<string, Described>>
  readonly args?: Readonly<Record<string, Described>>
}

/** Declaration of a flag or argument. */
export interface Described {
  readonly type?: string
  readonly summary?: string
  readonly description?: string
  readonly options?: readonly string[]
  readonly helpValue?: unknown
  readonly multiple?: boolean
  readonly allowNo?: boolean
  readonly min?: number
  readonly max?: number
}

interface MissingArgument extends Described {
  readonly name: string
}

export function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && typeof (error as Partial<UsageError>).oclif === 'object'
}

/** Returns whether the command itself is misdeclared. */
export function isMisdeclared({ args }: UsageError): boolean {
  return args !== undefined && !Array.isArray(args)
}

/** Returns the missing arguments. */
export function absentArguments({ args }: UsageError): readonly MissingArgument[] {
  return Array.isArray(args) ? args.filter((arg): arg is MissingArgument => typeof arg !== 'string') : []
}

/** Returns the surplus words. The parser reports wrong ones if it split one off a flag: `--quiet=true`. */
export function extraWords({ args, parse }: UsageError): readonly string[] {
  const given = parse?.output?.raw?.filter(({ type }) => type === 'arg').map(({ input }) => input)
  const extra = given?.slice(Object.keys(parse?.input?.args ?? {}).length)
  if (extra !== undefined && extra.length > 0 && Array.isArray(args)) return extra
  return Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : []
}
