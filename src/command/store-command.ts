import { AppCommand, type AppCommandClass } from '../command.ts'
import type { AnswerOf, InputOf, OperationFacts } from '../control/operation.ts'
import { operations, type Operations } from '../control/operations.ts'
import type { Looks } from '../views/view.ts'
import { storeFlag } from './flags.ts'
import { argsOf, flagsOf, inputOf, typedFields, type Spelling } from './operation-input.ts'

/** The operations that are done in one store. */
export type StoreOperation = {
  [Name in keyof Operations]: InputOf<Operations[Name]> extends { readonly store: string } ? Name : never
}[keyof Operations]

type Input<Name extends StoreOperation> = InputOf<Operations[Name]>
type Answer<Name extends StoreOperation> = AnswerOf<Operations[Name]>

export interface StoreCommandOptions<Name extends StoreOperation, Result> {
  readonly summary: string
  readonly description?: string
  readonly examples: readonly string[]
  /** What the live platform has no interface for: `Creating a product`. */
  readonly doing: string
  /** Fields that no flag of their own name gives; a new field of the operation is a new flag. */
  readonly spelling?: { readonly [Field in keyof Input<Name>]?: Spelling }
  /** What the command itself gives. */
  readonly known?: Partial<Input<Name>>
  /** What is shown. */
  readonly view: (answer: Answer<Name>, looks: Looks, input: Input<Name>) => string
  /** What `--json` prints; the answer when it is left out. */
  readonly result?: (answer: Answer<Name>, input: Input<Name>) => Result
}

/**
 * An operation of the control interface as a command: its fields are the flags and arguments, `--store` says in which store. What does not fit is refused by the
 * emulator, which reads the same declaration.
 */
export function storeCommand<Name extends StoreOperation, Result = Answer<Name>>(
  name: Name,
  options: StoreCommandOptions<Name, Result>,
): AppCommandClass<Result> {
  const operation: OperationFacts = operations[name]
  const { known = {}, spelling = {} } = options
  const fields = typedFields(operation, spelling, ['store', ...Object.keys(known)])
  return class extends AppCommand<Result> {
    static override summary = options.summary
    static override description = options.description
    static override examples = [...options.examples]
    static override args = argsOf(fields)
    static override flags = { ...storeFlag, ...flagsOf(fields) }

    async run(): Promise<Result> {
      const { args, flags } = await this.parse<Flags, Flags, Flags>(this.ctor)
      const given = inputOf(fields, { args, flags })
      const { control, code } = await this.storeControl(options.doing, (flags as { store?: string }).store)
      // The fields that were typed are those of the operation.
      const input = { ...known, ...given, store: code } as unknown as Input<Name>
      const call = control[name] as (input: Input<Name>) => Promise<Answer<Name>>
      const answer = await call(input)
      this.show(options.view(answer, this.looks, input))
      return options.result === undefined ? (answer as unknown as Result) : options.result(answer, input)
    }
  }
}

type Flags = Record<string, unknown>
