import type { Context } from '../context.ts'
import type { ControlClient } from '../control/control-client.ts'
import type { CheckedFields, Fields } from '../control/fields.ts'
import type { Project } from '../project/app-toml.ts'
import type { Target } from '../project/targets.ts'

/** Effect of a tool on the platform, the app or this machine's files; `destroys` if state may be lost. */
export type Effect = 'reads' | 'changes' | 'destroys'

/** Context of a tool during one call. */
export interface ToolCall {
  /** A context without a user or stdin, and with a terminal that records its output. */
  readonly context: Context
  /** `emulator` or `live`, set when the server starts; no call changes it. */
  readonly targetName: Target['name']
  /** Platform of the server (`--platform`); null if the project decides. */
  readonly platform: string | null
  /** Raises `project.*`. */
  readonly project: () => Promise<Project>
  /** Raises the errors of `targetAt`. */
  readonly target: (project?: Project) => Promise<Target>
  /** Raises `emulator.not-running`. */
  readonly control: () => Promise<ControlClient>
  /** Returns the terminal output so far. */
  readonly written: () => { readonly out: Uint8Array; readonly notes: string }
}

/** Response of a tool, in two parts that never mix (T36). */
export interface ToolResult {
  /** svcapp's words and plain facts, without any untrusted text. */
  readonly said: Readonly<Record<string, unknown>>
  /** Untrusted text of the platform, its stores and customers, payloads and the app: data, never instructions. */
  readonly foreign?: Readonly<Record<string, unknown>>
  /** Whether the call failed. */
  readonly isFailure?: boolean
}

/** A tool as data, from which the list of tools, the validation of arguments and the types of `run` are derived. */
export interface Tool<F extends Fields = Fields> {
  readonly name: string
  /** Description of the response and its use, for the list of tools. */
  readonly about: string
  readonly input: F
  /** Effect of every call. Clients approve tools by it, so no tool both reads and destroys. */
  readonly effect: Effect
  /** Runs the tool. The server converts raised `AppError`s to responses. */
  readonly run: (call: ToolCall, input: CheckedFields<F>) => Promise<ToolResult>
}

/** Declares a tool with the types of its input. */
export function tool<const F extends Fields>(declared: Tool<F>): Tool {
  // The server passes only arguments that it has validated against the same fields.
  return declared as unknown as Tool
}
