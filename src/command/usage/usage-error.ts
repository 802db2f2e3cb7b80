/**
 * An error of oclif's parser. Its parse errors carry `parse`, of its other errors only `oclif.exit` is useful. Their class names do not survive the bundler, so
 * shape decides.
 */
export interface UsageError extends Error {
  readonly parse?: Parse
  /** What should have been there, of an error of arguments; not a list where a command is declared wrongly, which no user can mend. */
  readonly args?: readonly (string | MissingArgument)[] | object
  /** The flags that the command does not have, as they were typed. */
  readonly flags?: readonly string[]
  readonly oclif: { readonly exit?: number }
  readonly suggestions?: readonly string[]
}

interface Parse {
  readonly input?: Definitions
  readonly output?: { readonly raw?: readonly Token[] }
}

/** One word of the command line, as it was understood. */
interface Token {
  readonly type: 'flag' | 'arg'
  readonly flag?: string
  readonly input: string
}

/** What a command says that it takes. */
export interface Definitions {
  readonly flags?: Readonly<Record<string, Described>>
  readonly args?: Readonly<Record<string, Described>>
}

/** What a flag or argument says of itself. */
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

/** Whether the command itself is declared wrongly. */
export function isMisdeclared({ args }: UsageError): boolean {
  return args !== undefined && !Array.isArray(args)
}

/** The arguments that are missing. */
export function absentArguments({ args }: UsageError): readonly MissingArgument[] {
  return Array.isArray(args) ? args.filter((arg): arg is MissingArgument => typeof arg !== 'string') : []
}

/** The words that are too many. The parser itself names wrong ones where one was split off a flag: `--quiet=true`. */
export function extraWords({ args, parse }: UsageError): readonly string[] {
  const given = parse?.output?.raw?.filter(({ type }) => type === 'arg').map(({ input }) => input)
  const extra = given?.slice(Object.keys(parse?.input?.args ?? {}).length)
  if (extra !== undefined && extra.length > 0 && Array.isArray(args)) return extra
  return Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : []
}
