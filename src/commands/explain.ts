import * as Args from '@oclif/core/args'

import { AppCommand } from '../command.ts'
import { linesFlag } from '../command/lines.ts'
import { AppError } from '../errors.ts'
import { explainCode, explainedWords, explainExit, explainStatus, explainWord, explanations } from '../tasks/explain.ts'
import { nearest } from '../text/nearest.ts'
import type {
  ExitExplanation,
  Explanation,
  FullExplanation,
  StatusExplanation,
  WordExplanation,
} from '../views/explanations.ts'

type Answer = readonly Explanation[] | FullExplanation | ExitExplanation | StatusExplanation | WordExplanation

export default class Explain extends AppCommand<Answer> {
  static override summary =
    'Say what an error code means, why it occurs, how to check and how to fix it; without one, list them all.'

  static override description =
    'Give the code that an error prints, or the number a command ended with: `app explain 9` lists the codes with that exit, and `app explain 403` those for an answer with that status. A word that a list prints alone, such as `signature-mismatch` or `pin-ignored`, is explained as well. It needs no network; docs/errors.md of the repository holds the same texts.'

  static override examples = [
    '<%= config.bin %> explain net.timeout',
    '<%= config.bin %> explain 9',
    '<%= config.bin %> explain --json',
  ]

  static override args = {
    code: Args.string({
      description: 'An error code, as errors print it, an exit number, a status of HTTP, or a word of a list.',
    }),
  }

  static override flags = linesFlag

  async run(): Promise<Answer> {
    const { args } = await this.parse(Explain)
    const { explanationList, explanationView, exitView, statusView, wordView } =
      await import('../views/explanations.ts')
    if (args.code === undefined) {
      this.show(explanationList(explanations, this.looks))
      return explanations
    }
    if (/^\d+$/.test(args.code)) {
      const found = await ofNumber(args.code)
      this.show('exit' in found ? exitView(found, this.looks) : statusView(found, this.looks))
      return found
    }
    const word = await explainWord(args.code)
    if (word !== null) {
      this.show(wordView(word, this.looks))
      return word
    }
    const one = await ofCode(args.code)
    this.show(explanationView(one, this.looks))
    return one
  }
}

/** No exit of ours is a status of a refusal: what a call was refused with is typed here as well. */
async function ofNumber(text: string): Promise<ExitExplanation | StatusExplanation> {
  const found = (await explainExit(Number(text))) ?? explainStatus(Number(text))
  if (found !== null) return found
  const { exitMeanings } = await import('../errors/explanations/exits.ts')
  throw new AppError('usage.invalid', `No command of this tool ends with ${text}.`, {
    suggestions: [`Exit codes: ${Object.keys(exitMeanings).join(', ')}.`],
  })
}

async function ofCode(text: string): Promise<FullExplanation> {
  const found = await explainCode(text)
  if (found !== null) return found
  const guess = nearest(text, [...explanations.map((row) => row.code), ...(await explainedWords())])
  throw new AppError('usage.invalid', `There is no error code ${JSON.stringify(text)}.`, {
    suggestions: [...(guess === null ? [] : [`app explain ${guess}`]), '`app explain` lists all codes.'],
  })
}
