import type { AppCommandClass } from '../cli.ts'
import type { ControlClient } from '../control/control-client.ts'
import type { AnswerOf, InputOf, OperationFacts } from '../control/operation.ts'
import { operations, type Operations } from '../control/operations.ts'
import { meantApp } from '../tasks/selection/apps.ts'
import type { Looks } from '../views/view.ts'
import { EmulatorCommand } from './emulator-command.ts'
import { appFlag, storeFlag, wideFlag } from './flags.ts'
import { linesFlag } from './lines.ts'
import { buildArgs, buildFlags, readInput, typedFields, type Spelling } from './operation-input.ts'

type Name = keyof Operations
type Input<N extends Name> = InputOf<Operations[N]>
type Answer<N extends Name> = AnswerOf<Operations[N]>

export interface OperationCommandOptions<N extends Name, Result> {
  readonly summary: string
  readonly description?: string
  readonly examples: readonly string[]
  /** Fields without a flag of the same name. Every other field of the operation is a flag. */
  readonly spelling?: { readonly [Field in keyof Input<N>]?: Spelling }
  /** Values that the command sets itself. */
  readonly known?: Partial<Input<N>>
  /** Fields that users do not type. */
  readonly without?: readonly (keyof Input<N> & string)[]
  /** Whether the operation returns a list. */
  readonly isList?: true
  /** Whether the list is shown as a table. */
  readonly isTable?: true
  /** Formats the response. */
  readonly view: (answer: Answer<N>, looks: Looks, input: Input<N>) => string
  /** Returns what `--json` prints. By default, the response. */
  readonly result?: (answer: Answer<N>, input: Input<N>) => Result
  /** Returns the rows for `--ndjson`, if the result contains more than one list. */
  readonly rows?: (result: Result) => readonly unknown[]
}

/**
 * Creates a command from a control API operation: its fields are the flags and arguments, `--store` selects
 * the store and `--app` the app. The emulator reads the same declaration and rejects invalid input.
 */
export function operationCommand<N extends Name, Result = Answer<N>>(
  name: N,
  options: OperationCommandOptions<N, Result>,
): AppCommandClass<Result> {
  const operation: OperationFacts = operations[name]
  const { known = {}, without = [], spelling = {}, isTable = false, isList = isTable } = options
  const names = Object.keys({ ...operation.params, ...(operation.body === 'open' ? {} : operation.body) })
  const [hasStore, hasKey] = [names.includes('store'), names.includes('key')]
  const fields = typedFields(operation, spelling, ['store', 'key', ...Object.keys(known), ...without])
  return class extends EmulatorCommand<Result> {
    static override summary = options.summary
    static override description = options.description
    static override examples = [...options.examples]
    static override writes = operation.method === 'GET' ? [] : (['emulator'] as const)
    static override args = buildArgs(fields)
    static override flags = {
      ...(hasStore && storeFlag),
      ...(hasKey && appFlag),
      ...buildFlags(fields),
      ...(isList && linesFlag),
      ...(isTable && wideFlag),
    }

    async run(): Promise<Result> {
      const { args, flags } = await this.parse<Flags, Flags, Flags>(this.ctor)
      const given = readInput(fields, { args, flags })
      const { control, ...place } = await this.#place(flags as StoreAndAppFlags)
      // The typed fields are the operation's fields.
      const input = { ...known, ...given, ...place } as unknown as Input<N>
      const call = control[name] as (input: Input<N>) => Promise<Answer<N>>
      const answer = await call(input)
      this.show(options.view(answer, this.looks, input))
      return options.result === undefined ? (answer as unknown as Result) : options.result(answer, input)
    }

    protected override rows(result: Result): readonly unknown[] {
      return options.rows?.(result) ?? super.rows(result)
    }

    /** Returns the control API with the selected store and app, if the operation needs them. */
    async #place({ store, app }: StoreAndAppFlags): Promise<{ control: ControlClient; store?: string; key?: string }> {
      const inStore = hasStore ? await this.storeControl(store) : null
      const key = hasKey ? await meantApp({ control: () => this.control(), project: () => this.project() }, app) : null
      const control = inStore?.control ?? (await this.control())
      return { control, ...(inStore !== null && { store: inStore.code }), ...(key !== null && { key }) }
    }
  }
}

type Flags = Record<string, unknown>

interface StoreAndAppFlags {
  readonly store?: string
  readonly app?: string
}
