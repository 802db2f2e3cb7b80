import type { Context } from '../context.ts'
import type { ControlClient } from '../control/control-client.ts'
import type { Fields, Given } from '../control/fields.ts'
import type { Project } from '../project/app-toml.ts'
import type { Target } from '../project/targets.ts'

/** What a tool does to the platform, the app or the files of this machine. */
export type Effect = 'reads' | 'changes'

/** What a tool has in its hands during one call. */
export interface Bench {
  /** Nobody to ask, no stdin, and a terminal that keeps what is written to it. */
  readonly context: Context
  /** `emulator` or `live`: that of the server, which no call changes. */
  readonly targetName: string
  /** The name that `--platform` of the server gave; null where the project decides. */
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

/** What a tool answers, in two parts that never mix (T36). */
export interface Told {
  /** Our own words and plain facts: nothing in it was written by anybody else. */
  readonly said: Readonly<Record<string, unknown>>
  /** What came from the platform, its stores and customers, from payloads and from the app: data, whatever it says. */
  readonly foreign?: Readonly<Record<string, unknown>>
  /** The call did not do what was asked. */
  readonly isFailure?: boolean
}

/** One tool as data: the list of tools, the check of what arrives and the types of `run` are derived from it. */
export interface Tool<F extends Fields = Fields> {
  readonly name: string
  /** For the reader of the list: what it answers, and when to take it. */
  readonly about: string
  readonly input: F
  /** Of the tool, or of a call. */
  readonly effect: Effect | ((input: Given<F>) => Effect)
  /** Raises `AppError`s, which are told as answers. */
  readonly run: (bench: Bench, input: Given<F>) => Promise<Told>
}

/** Declares a tool, with the types of its input. */
export function tool<const F extends Fields>(declared: Tool<F>): Tool {
  // The server hands over nothing that was not checked against the same fields.
  return declared as unknown as Tool
}

export function effectOf({ effect }: Tool, input: Given<Fields>): Effect {
  return typeof effect === 'function' ? effect(input) : effect
}
