import type { Hook } from '@oclif/core/interfaces'

import { AppError } from '../errors.ts'
import { guessCommand } from './meant-command.ts'
import { wordOfAnotherTool } from './other-words.ts'

/** Reports an unknown command as a usage error, with the nearest existing one. */
const commandNotFound: Hook.CommandNotFound = async ({ id, config }) => {
  const separator = config.topicSeparator
  const names = config.commands.filter((command) => !command.hidden).map((command) => command.id)
  const typed = id.split(':')
  const { meant, length } = guessCommand(typed, names)
  const asTyped = typed.slice(0, length).join(separator)
  // Only flags were typed, and flags need a command.
  const message = asTyped.startsWith('-') ? `Missing command before ${asTyped}.` : `Unknown command "${asTyped}".`
  const suggestions = []
  const advice = wordOfAnotherTool(typed)
  if (advice !== null) suggestions.push(advice)
  else if (meant !== null) {
    const command = `${config.bin} ${meant.id.replaceAll(':', separator)}`
    if (!typed.join(':').startsWith(`${meant.id}:`)) suggestions.push(`Did you mean \`${command}\`?`)
    if (meant.isTopic) suggestions.push(`To list the commands of \`${command}\`: ${command} --help`)
  }
  throw new AppError('usage.unknown-command', message, {
    suggestions: [...suggestions, `To list all commands: ${config.bin} help --all`],
  })
}

export default commandNotFound
