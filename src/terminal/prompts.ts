import { styleText } from 'node:util'

import { AppError } from '../errors.ts'
import { defined } from '../text/defined.ts'
import { escapeForeign } from '../text/escape.ts'
import type { Ask, Question } from './ask.ts'
import { redrawnOutput } from './output/redrawn-output.ts'
import { questionText } from './question-text.ts'

export interface PromptTools {
  readonly isInteractive: boolean
  /** Columns of the terminal. */
  readonly width: number
  readonly interrupted: () => AbortSignal
  readonly disableEcho?: (() => void) | undefined
}

/** Creates questions by @inquirer/prompts, on stderr so that stdout stays the result. The library is loaded only if there is a terminal. */
export function createPrompts({ isInteractive, width, interrupted, disableEcho }: PromptTools): Ask {
  const wrapped = (text: string) => questionText(text, width)
  const open = async (question: Question, added = '') => {
    if (!isInteractive) throw nobodyToAsk(question)
    const library = await import('./inquirer.ts')
    disableEcho?.()
    return {
      library,
      context: { output: redrawnOutput(process.stderr), signal: interrupted() },
      message: questionText(question.message, width, added),
    }
  }
  return {
    async confirm(question) {
      const { library, context, message } = await open(question, '(Y/n) Yes')
      return answer(library.confirm({ message, ...defined({ default: question.default }) }, context))
    },
    async input(question) {
      const { library, context, message } = await open(question, question.default && `(${question.default})`)
      const { check } = question
      const validate = check && ((value: string) => (check(value) === true ? true : wrapped(String(check(value)))))
      const options = { ...defined({ default: question.default, validate }) }
      return answer(library.input({ message, ...options }, context))
    },
    async select(question) {
      const { library, context, message } = await open(question)
      const choices = question.choices.map(({ value, name, about }) => ({
        value,
        name: escapeForeign(name ?? value),
        ...defined({ description: about && wrapped(about) }),
      }))
      return answer(library.select({ message, choices, ...defined({ default: question.default }) }, context))
    },
    async checkbox(question) {
      const { library, context, message } = await open(question)
      const choices = question.choices.map(({ value, name, about, checked }) => ({
        value,
        name: escapeForeign(name ?? value),
        checked: checked === true,
        ...defined({ description: about && wrapped(about) }),
      }))
      return answer(library.checkbox({ message, choices, pageSize: 12, loop: false }, context))
    },
    async password(question) {
      const { library, context, message } = await open(question, MASKED)
      // Whether the value is valid is known later, so it gets no check mark.
      const theme = { prefix: styleText('blue', '?'), style: { maskedText: MASKED } }
      return answer(library.password({ message, mask: false, theme }, context))
    },
  }
}

const MASKED = '[input is masked]'

/**
 * The library drops what it reads before its first frame, so earlier input waits for that. After a
 * suspension, readline stops reading.
 */
async function answer<Value>(prompt: Promise<Value>): Promise<Value> {
  let isOpen = true
  const read = () => setImmediate(() => isOpen && process.stdin.resume())
  process.stdin.pause()
  read()
  process.on('SIGCONT', read)
  try {
    return await prompt
  } catch (error) {
    // Both names are from @inquirer/core: Ctrl-C at the prompt, and our own signal.
    const name = error instanceof Error ? error.name : ''
    if (name === 'ExitPromptError' || name === 'AbortPromptError') {
      throw new AppError('cli.interrupted', 'Stopped at a prompt. Nothing more was done.', { cause: error })
    }
    throw error
  } finally {
    isOpen = false
    process.off('SIGCONT', read)
    // After a suspension, readline does not pause it, and what is typed now would be lost.
    process.stdin.pause()
  }
}

function nobodyToAsk(question: Question): AppError {
  const how = question.flag === undefined ? 'Run the command in a terminal.' : `Use ${question.flag}.`
  return new AppError('usage.missing', `No terminal to prompt on: ${escapeForeign(question.message)}`, {
    suggestions: [how],
  })
}
