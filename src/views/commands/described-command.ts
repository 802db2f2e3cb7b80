/** A JSON Schema (draft 2020-12) as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** What a command may change: the app's folder, the state kept on this machine, the emulator's platform, the live one. */
export type WrittenPart = 'project' | 'state' | 'emulator' | 'live'

export interface DescribedArgument {
  readonly name: string
  readonly required: boolean
  readonly description: string
  /** What it may be, where that is a list. */
  readonly options?: readonly string[]
}

export interface DescribedFlag {
  /** Without the dashes. */
  readonly name: string
  /** One letter that stands for it. */
  readonly char?: string
  readonly type: 'boolean' | 'value'
  readonly required: boolean
  /** Whether it may be given several times. */
  readonly multiple: boolean
  /** Whether `--no-<name>` is known too. */
  readonly negatable: boolean
  readonly description: string
  readonly options?: readonly string[]
  readonly default?: string | number | boolean | readonly string[]
}

/** All that a program has to know of a command before it runs it. */
export interface DescribedCommand {
  /** The words after `app`. */
  readonly command: string
  readonly summary: string
  readonly description: string
  readonly arguments: readonly DescribedArgument[]
  readonly flags: readonly DescribedFlag[]
  /** Lines that can be pasted. */
  readonly examples: readonly string[]
  /** `live`: a call on the live platform that the live lock guards. Nothing: it only reads. */
  readonly writes: readonly WrittenPart[]
  /** How the process may end: 0, and the exits of `errors`. */
  readonly exits: readonly number[]
  /** The codes that it may fail with; found in the sources without reading conditions, so some may never come. */
  readonly errors: readonly string[]
  /** JSON Schema of the document that `--json` prints; null where it prints a line for each thing that happens. */
  readonly document: JsonSchema | null
  /** JSON Schema of a line of `--json`; null where it prints one document. */
  readonly line: JsonSchema | null
}

export interface DescribedCommands {
  readonly version: string
  readonly commands: readonly DescribedCommand[]
  /** JSON Schema of what `--json` prints when a command fails. */
  readonly failure: JsonSchema
  /** What the codes mean that the commands name. */
  readonly errors: readonly { readonly code: string; readonly exit: number; readonly about: string }[]
  /** What `#/$defs/…` in the schemas refers to. */
  readonly $defs: Readonly<Record<string, JsonSchema>>
}

/** Enough to choose a command: all of them are at most 60 kB. */
export interface BriefCommands {
  readonly version: string
  readonly commands: readonly BriefCommand[]
}

export interface BriefCommand extends Pick<DescribedCommand, 'command' | 'summary' | 'writes'> {
  readonly arguments: readonly string[]
  /** Without the dashes. */
  readonly flags: readonly string[]
}
