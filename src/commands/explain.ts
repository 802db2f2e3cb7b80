import * as Args from '@oclif/core/args'

import { AppCommand } from '../command.ts'
import { AppError } from '../errors.ts'
import { errorCodes } from '../errors/codes.ts'
import { nearest } from '../values/nearest.ts'
import type { Explanation } from '../views/explanations.ts'

const explanations: readonly Explanation[] = Object.entries(errorCodes)
  .map(([code, { exit, about }]) => ({ code, exit, about }))
  .toSorted((a, b) => (a.code < b.code ? -1 : 1))

export default class Explain extends AppCommand<Explanation | readonly Explanation[]> {
  static override summary =
    'Say what an error code means and which exit code belongs to it; without one, list them all.'

  static override examples = ['<%= config.bin %> explain net.timeout', '<%= config.bin %> explain --json']

  static override args = { code: Args.string({ description: 'An error code, as errors print it.' }) }

  async run(): Promise<Explanation | readonly Explanation[]> {
    const { args } = await this.parse(Explain)
    if (args.code === undefined) {
      const { explanationList } = await import('../views/explanations.ts')
      this.show(explanationList(explanations, this.looks))
      return explanations
    }
    const found = explanations.find(({ code }) => code === args.code)
    if (found === undefined) throw unknown(args.code)
    this.show(`${found.about}\nThe command ends with exit code ${found.exit}.`)
    return found
  }
}

function unknown(code: string): AppError {
  const guess = nearest(
    code,
    explanations.map((row) => row.code),
  )
  return new AppError('usage.invalid', `There is no error code "${code}".`, {
    suggestions: [...(guess === null ? [] : [`app explain ${guess}`]), 'app explain lists all codes.'],
  })
}
