import type { Context } from '../context.ts'
import type { ControlClient } from '../control/control-client.ts'
import type { CheckedFields, Fields } from '../control/fields.ts'
import type { Project } from '../project/app-toml.ts'
import type { Target } from '../project/targets.ts'

/** What a tool does to the platform, the app or the files of this machine; `destroys` if state may be lost. */
export type Effect = 'reads' | 'changes' | 'destroys'

/** What a tool works with during one call. */
export interface ToolCall {
  /** A context with nobody to ask, no stdin, and a terminal that keeps what is written to it. */
  readonly context: Context
  /** `emulator` or `live`, as the server was started; no call changes it. */
  readonly targetName: Target['name']
  /** The platform that the server was started with (`--platform`); null where the project decides. */
  readonly platform: string | null
  /** Raises `project.*`. */
  readonly project: () => Promise<Project>
  /** Raises what `targetAt` raises. */
  readonly target: (project?: Project) => Promise<Target>
  /** Raises `emulator.not-running`. */
  readonly control: () => Promise<ControlClient>
  /** What was written to the terminal so far. */
  readonly written: () => { readonly out: Uint8Array; readonly notes: string }
}

/** The answer of a tool, in two parts that never mix (T36). */
export interface ToolResult {
  /** Our own words and plain facts, with nothing that anybody else wrote. */
  readonly said: Readonly<Record<string, unknown>>
  /** What the platform, its stores and customers, payloads and the app wrote: data, whatever it says. */
  readonly foreign?: Readonly<Record<string, unknown>>
  /** The call did not do what was asked. */
  readonly isFailure?: boolean
}

/** One tool as data, from which the list of tools, the check of arguments and the types of `run` are derived. */
export interface Tool<F extends Fields = Fields> {
  readonly name: string
  /** What the tool answers and when to use it, for the reader of the list. */
  readonly about: string
  readonly input: F
  /** Of every call: clients approve by it, so no tool both reads and destroys. */
  readonly effect: Effect
  /** Raises `AppError`s, which the server turns into answers. */
  readonly run: (call: ToolCall, input: CheckedFields<F>) => Promise<ToolResult>
}

/** Declares a tool, with the types of its input. */
export function tool<const F extends Fields>(declared: Tool<F>): Tool {
  // The server passes only arguments that it checked against the same fields.
  return declared as unknown as Tool
}
