import type { Hook } from '@oclif/core/interfaces'

import { AppError } from '../errors.ts'
import { nearest } from '../values/nearest.ts'

/** A command that does not exist: usage error, with the nearest one that does. */
const commandNotFound: Hook.CommandNotFound = async ({ id, config }) => {
  const separator = config.topicSeparator
  const asTyped = id.replaceAll(':', separator)
  const names = config.commands.filter((command) => !command.hidden).map((command) => command.id)
  // What is typed may go on with arguments: only as many words are compared as the longest of our names has.
  const words = id.split(':')
  const guess = words.map((_, at) => nearest(words.slice(0, at + 1).join(':'), names)).findLast((name) => name !== null)
  const suggestions = guess === undefined || guess === null ? [] : [`${config.bin} ${guess.replaceAll(':', separator)}`]
  // Nothing but flags: they belong to a command.
  const message = asTyped.startsWith('-')
    ? `No command is given before ${asTyped}.`
    : `There is no command "${asTyped}".`
  throw new AppError('usage.unknown-command', message, {
    suggestions: [...suggestions, `${config.bin} --help shows all commands.`],
  })
}

export default commandNotFound
