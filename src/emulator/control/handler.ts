import type { AnswerOf, OperationFacts, CheckedInput } from '../../control/operation.ts'
import type { ControlTools } from './control-tools.ts'

/** Does what an operation says, with what was given: path parameters, query and body, checked, in one object. */
export type ControlHandler<O extends OperationFacts> = (
  tools: ControlTools,
  input: CheckedInput<O>,
) => AnswerOf<O> | Promise<AnswerOf<O>>

/** A handler for each of these operations: leaving one out does not compile. */
export type ControlHandlersFor<Operations extends Readonly<Record<string, OperationFacts>>> = {
  readonly [Name in keyof Operations]: ControlHandler<Operations[Name]>
}
