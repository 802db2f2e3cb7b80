import type { JsonSchema } from '../../views/commands/described-command.ts'

/** The `--json` output of a command: one document, or one line per event. */
export interface PrintedSchemas {
  readonly document?: JsonSchema
  readonly line?: JsonSchema
}

/** schema/commands.json, which is generated from the sources and adds to the manifest. */
export interface CommandSchemas {
  /** Schema of the `--json` output of a failed command. */
  readonly failure: JsonSchema
  /** Error codes. The lists below contain indexes into this one. */
  readonly codes: readonly string[]
  /** Errors that every command can raise. */
  readonly errors: readonly number[]
  readonly $defs: Readonly<Record<string, JsonSchema>>
  /** By id (`emulator:order:place`). Without `document` and `line`, a command prints the platform's response. */
  readonly commands: Readonly<Record<string, PrintedSchemas & { readonly errors: readonly number[] }>>
}
