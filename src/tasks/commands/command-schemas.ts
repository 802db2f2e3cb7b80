import type { JsonSchema } from '../../views/commands/described-command.ts'

/** What a command prints with `--json`: one document, or a line for each thing that happens. */
export interface PrintedSchemas {
  readonly document?: JsonSchema
  readonly line?: JsonSchema
}

/** schema/commands.json, which is made of the sources: what the manifest does not say of the commands. */
export interface CommandSchemas {
  /** Of what `--json` prints when a command fails. */
  readonly failure: JsonSchema
  /** Error codes, by their places in this list named below. */
  readonly codes: readonly string[]
  /** Those that every command may end with. */
  readonly errors: readonly number[]
  readonly $defs: Readonly<Record<string, JsonSchema>>
  /** By id (`emulator:order:place`); without `document` and `line` it prints what the platform answers. */
  readonly commands: Readonly<Record<string, PrintedSchemas & { readonly errors: readonly number[] }>>
}
