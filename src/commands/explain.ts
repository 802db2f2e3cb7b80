import * as Args from '@oclif/core/args'

import { AppCommand } from '../cli.ts'
import { linesFlag } from '../cli/lines.ts'
import { namedTarget } from '../cli/place.ts'
import { AppError } from '../errors.ts'
import { readDocs, searchDocs } from '../tasks/docs.ts'
import { explain, explainedWords, explanations, searchExplanations } from '../tasks/explain.ts'
import { nearest } from '../text/nearest.ts'
import { plainWord } from '../text/shell.ts'
import { docsMatches, type DocsMatch } from '../views/docs.ts'
import type { Explanation, OneExplanation } from '../views/explanations.ts'

type Answer = readonly Explanation[] | OneExplanation | readonly DocsMatch[]

export default class Explain extends AppCommand<Answer> {
  static override summary = 'Explain an error code, exit code or HTTP status'

  static override description =
    'Shows what an error code means, why it occurs, how to check it and how to fix it. `app explain 9` lists the codes with exit code 9, and `app explain 403` the codes for HTTP status 403. The command also explains status words in lists, such as `signature-mismatch`, and rule ids, such as `EMB-110`. Any other word lists matching codes, or matching pages of `app docs`. Without an argument, lists all codes. Works offline.'

  static override examples = [
    '<%= config.bin %> explain net.timeout',
    '<%= config.bin %> explain 9',
    '<%= config.bin %> explain --json',
  ]

  static override args = {
    code: Args.string({
      description: 'Error code, exit code, HTTP status, rule id, or status word from a list.',
    }),
  }

  static override flags = linesFlag

  async run(): Promise<Answer> {
    const { args, flags } = await this.parse(Explain)
    const { explanationList, oneExplanation } = await import('../views/explanations.ts')
    if (args.code === undefined) {
      this.show(explanationList(explanations, this.looks))
      return explanations
    }
    const answer = await explain(args.code, namedTarget(flags, this.context))
    if (answer === null) return this.#search(args.code)
    const found = this.advised(answer)
    this.show(oneExplanation(found, this.looks))
    return found
  }

  async #search(text: string): Promise<Answer> {
    const isSubject = !/^\d+$|^[\w-]+(?:\.[\w-]+)+$/.test(text)
    const codes = isSubject ? await searchExplanations(text) : []
    const sections = isSubject ? searchDocs(readDocs(this.context.packageRoot), text.split(/\s+/)) : []
    if (codes.length === 0 && sections.length === 0) throw await notThere(text)
    this.note(`${JSON.stringify(text)} is not an error code. Matching ${codes.length > 0 ? 'codes' : 'pages'}:`)
    if (codes.length === 0) {
      this.show(docsMatches(sections, this.looks))
      return sections
    }
    const { explanationList } = await import('../views/explanations.ts')
    this.show(explanationList(codes, this.looks))
    if (sections.length > 0) this.note(`List matching pages with \`app docs ${plainWord(text)}\`.`)
    return codes
  }
}

async function notThere(text: string): Promise<AppError> {
  if (/^\d+$/.test(text)) {
    const { exitMeanings } = await import('../errors/explanations/exits.ts')
    return new AppError('usage.invalid', `No command exits with ${text}.`, {
      suggestions: [`Use one of these exit codes: ${Object.keys(exitMeanings).join(', ')}.`],
    })
  }
  const guess = nearest(text, [...explanations.map(({ code }) => code), ...(await explainedWords())])
  return new AppError('usage.invalid', `Unknown error code ${JSON.stringify(text)}.`, {
    suggestions: [...(guess === null ? [] : [`app explain ${guess}`]), 'To list all codes, run `app explain`.'],
  })
}
