import type { AnswerOf, OperationFacts, CheckedInput } from '../../control/operation.ts'
import type { ControlTools } from './control-tools.ts'

/** Performs an operation with its checked input: path parameters, query and body in one object. */
export type ControlHandler<O extends OperationFacts> = (
  tools: ControlTools,
  input: CheckedInput<O>,
) => AnswerOf<O> | Promise<AnswerOf<O>>

/** Handlers for all of these operations. A missing one does not compile. */
export type ControlHandlersFor<Operations extends Readonly<Record<string, OperationFacts>>> = {
  readonly [Name in keyof Operations]: ControlHandler<Operations[Name]>
}
