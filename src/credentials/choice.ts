import { AppError } from '../errors.ts'
import { setting } from '../text/origins/setting.ts'
import { variableOf } from './env.ts'

const choices = ['keychain', 'file', 'env'] as const

/** Value of `SVCAPP_CREDENTIALS`: the keychain, a file (encrypted for live secrets, 0600 for those of the emulator), or the environment only. */
export type Choice = (typeof choices)[number]

/** Reads the developer's choice, or null without one. Raises `usage.invalid` for another value. */
export function readChoice(env: Readonly<Record<string, string | undefined>>): Choice | null {
  const word = setting(env, 'SVCAPP_CREDENTIALS')
  if (word === null) return null
  const choice = choices.find((known) => known === word)
  if (choice !== undefined) return choice
  throw new AppError('usage.invalid', `SVCAPP_CREDENTIALS is ${JSON.stringify(word)}, which is not a secret store.`, {
    suggestions: [`Set it to one of ${choices.join(', ')}, or unset it.`],
  })
}

/** Creates the error that secrets are not stored, by choice. */
export function keepsNothing(): AppError {
  return new AppError(
    'credentials.unavailable',
    'With SVCAPP_CREDENTIALS=env, secrets are read from the environment and cannot be stored.',
    {
      suggestions: ['To store secrets, set SVCAPP_CREDENTIALS to keychain or file.'],
    },
  )
}

/** Creates the error that a new token would be stored and not used. */
export function shadowed(): AppError {
  const variable = variableOf('token')
  return new AppError(
    'credentials.rejected',
    `${variable} is set and overrides every stored token, so a new token would not be used.`,
    {
      suggestions: [`Unset ${variable} for this command.`],
    },
  )
}
