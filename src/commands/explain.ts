import * as Args from '@oclif/core/args'

import { AppCommand } from '../command.ts'
import { AppError } from '../errors.ts'
import { errorCodes, type ErrorCode } from '../errors/codes.ts'
import { nearest } from '../text/nearest.ts'
import type { ExitExplanation, Explanation, FullExplanation } from '../views/explanations.ts'

type Answer = readonly Explanation[] | FullExplanation | ExitExplanation

const explanations: readonly Explanation[] = Object.entries(errorCodes)
  .map(([code, { exit, about }]) => ({ code, exit, about }))
  .toSorted((a, b) => (a.code < b.code ? -1 : 1))

export default class Explain extends AppCommand<Answer> {
  static override summary =
    'Say what an error code means, why it occurs, how to check and how to fix it; without one, list them all.'

  static override description =
    'Give the code that an error prints, or the number a command ended with: `app explain 9` lists the codes with that exit. It needs no network; docs/errors.md of the repository holds the same texts.'

  static override examples = [
    '<%= config.bin %> explain net.timeout',
    '<%= config.bin %> explain 9',
    '<%= config.bin %> explain --json',
  ]

  static override args = { code: Args.string({ description: 'An error code, as errors print it, or an exit number.' }) }

  async run(): Promise<Answer> {
    const { args } = await this.parse(Explain)
    const { explanationList, explanationView, exitView } = await import('../views/explanations.ts')
    if (args.code === undefined) {
      this.show(explanationList(explanations, this.looks))
      return explanations
    }
    if (/^\d+$/.test(args.code)) {
      const exit = await ofExit(args.code)
      this.show(exitView(exit, this.looks))
      return exit
    }
    const one = await ofCode(args.code)
    this.show(explanationView(one, this.looks))
    return one
  }
}

async function ofExit(text: string): Promise<ExitExplanation> {
  const { exitMeanings } = await import('../errors/explanations/exits.ts')
  const exit = Number(text)
  const meaning = exitMeanings[exit]
  if (meaning !== undefined) return { exit, meaning, codes: explanations.filter((one) => one.exit === exit) }
  throw new AppError('usage.invalid', `No command of this tool ends with ${text}.`, {
    suggestions: [`Exit codes: ${Object.keys(exitMeanings).join(', ')}.`],
  })
}

async function ofCode(text: string): Promise<FullExplanation> {
  if (!isCode(text)) throw unknown(text)
  const { codeExplanations } = await import('../errors/explanations/all.ts')
  const { exit, about } = errorCodes[text]
  return { code: text, exit, about, ...codeExplanations[text] }
}

function isCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorCodes, text)
}

function unknown(code: string): AppError {
  const guess = nearest(
    code,
    explanations.map((row) => row.code),
  )
  return new AppError('usage.invalid', `There is no error code ${JSON.stringify(code)}.`, {
    suggestions: [...(guess === null ? [] : [`app explain ${guess}`]), 'app explain lists all codes.'],
  })
}
