/** A JSON Schema (draft 2020-12) as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** A part that a command can change: project folder, state on this machine, emulator or live platform. */
export type WrittenPart = 'project' | 'state' | 'emulator' | 'live'

export interface DescribedArgument {
  readonly name: string
  readonly required: boolean
  readonly description: string
  /** Allowed values, if limited. */
  readonly options?: readonly string[]
}

export interface DescribedFlag {
  /** Flag name without dashes. */
  readonly name: string
  /** One-letter short form. */
  readonly char?: string
  readonly type: 'boolean' | 'value'
  readonly required: boolean
  /** Whether the flag can be repeated. */
  readonly multiple: boolean
  /** Whether `--no-<name>` also exists. */
  readonly negatable: boolean
  readonly description: string
  readonly options?: readonly string[]
  readonly default?: string | number | boolean | readonly string[]
}

/** Machine-readable description of a command. */
export interface DescribedCommand {
  /** Command without `app`. */
  readonly command: string
  readonly summary: string
  readonly description: string
  readonly arguments: readonly DescribedArgument[]
  readonly flags: readonly DescribedFlag[]
  /** Command lines to paste. */
  readonly examples: readonly string[]
  /**
   * Parts that the command changes. `live`: live platform calls that need write access. Empty for a
   * read-only command.
   */
  readonly writes: readonly WrittenPart[]
  /** Possible exit codes: 0 and those of `errors`. */
  readonly exits: readonly number[]
  /** Possible error codes. They are collected from the sources without conditions, so some may never occur. */
  readonly errors: readonly string[]
  /** JSON Schema of the document that `--json` prints, or null if it prints one line per event. */
  readonly document: JsonSchema | null
  /** JSON Schema of a `--json` line, or null if `--json` prints one document. */
  readonly line: JsonSchema | null
}

export interface DescribedCommands {
  readonly version: string
  readonly commands: readonly DescribedCommand[]
  /** JSON Schema of the document that `--json` prints when a command fails. */
  readonly failure: JsonSchema
  /** Meaning of the error codes that the commands list. */
  readonly errors: readonly { readonly code: string; readonly exit: number; readonly about: string }[]
  /** Definitions that `#/$defs/…` in the schemas refers to. */
  readonly $defs: Readonly<Record<string, JsonSchema>>
}

/** Enough to choose a command. All commands together take at most 60 kB. */
export interface BriefCommands {
  readonly version: string
  readonly commands: readonly BriefCommand[]
}

export interface BriefCommand extends Pick<DescribedCommand, 'command' | 'summary' | 'writes'> {
  readonly arguments: readonly string[]
  /** Flag name without dashes. */
  readonly flags: readonly string[]
}
