import type * as z from '../../catalog/schema.ts'
import { AppError } from '../../errors.ts'

interface Asked {
  /** What cannot be done with it, for the sentence: `A product cannot be created`. */
  readonly refusal: string
  readonly hint: string
}

/** What was asked for, checked: it may come from a form or over the wire. Raises `emulator.bad-request` with the name of the first wrong field. */
export function readInput<Shape extends z.ZodMiniType>(
  shape: Shape,
  input: unknown,
  { refusal, hint }: Asked,
): z.output<Shape> {
  const parsed = shape.safeParse(input)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue?.path.join('.')
  throw new AppError('emulator.bad-request', `${refusal} with this ${field || 'input'}.`, { suggestions: [hint] })
}
