import type { ChosenWords } from '../../control/operation.ts'
import type { ControlTools } from './control-tools.ts'
import { lengthOfTime } from './length-of-time.ts'
import type { ControlRoute } from './routes.ts'

type Values = Readonly<Record<string, unknown>>

/** Unchecked input of an operation. */
export interface OperationInput {
  readonly params: Values
  readonly query: Values
  readonly body: Values
  /** False for work that cannot be undone; true by default. */
  readonly isStep?: boolean
}

/** Checks the input and performs the operation, which can then be undone. Raises the operation's errors. */
export async function performOperation(
  tools: ControlTools,
  route: ControlRoute,
  sent: OperationInput,
): Promise<unknown> {
  const { operation, handler, readInput } = route
  const input = readInput(sent)
  const { step } = operation
  if (step === undefined || step === null || sent.isStep === false) return await handler(tools, input)
  return await tools.context.step(stepWords(step, input), () => handler(tools, input))
}

/** Fills the `{names}` in an operation's summary with its input. `{name:length}` is a duration in ms. */
function stepWords(step: string | ChosenWords, input: Values): string {
  const words = typeof step === 'string' ? step : (step.words[String(input[step.by])] ?? '')
  return words.replaceAll(/\{(\w+)(:length)?\}/g, (_, name: string, length?: string) => {
    const value = input[name]
    return length !== undefined && typeof value === 'number' ? lengthOfTime(value) : shown(value)
  })
}

/** A name from a user may be long. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
