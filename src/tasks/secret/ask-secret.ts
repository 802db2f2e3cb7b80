import type { Context } from '../../context.ts'
import type { Credentials } from '../../credentials/credentials.ts'
import { AppError } from '../../errors.ts'
import type { AppIdentity } from '../../project/installs.ts'
import { isSigningSecret } from '../../protocol/signing-key.ts'
import { timeText } from '../../terminal/when.ts'
import type { SecretName } from '../../views/secret/rotated-secrets.ts'
import { secretKey } from './app-secrets.ts'

/** The stored kind of each developer console secret. */
export const secretKinds = { client_secret: 'client-secret', webhook_signing_secret: 'signing-secret' } as const

interface Shape {
  readonly hint: string
  readonly isGood: (value: string) => boolean
  readonly rule: string
}

const shapes: Readonly<Record<SecretName, Shape>> = {
  client_secret: {
    hint: 'cs_…',
    isGood: (value) => /^cs_[\w-]+$/.test(value),
    rule: 'A client_secret starts with cs_.',
  },
  webhook_signing_secret: {
    hint: '64 characters',
    isGood: isSigningSecret,
    rule: 'A webhook_signing_secret is 64 lowercase hex characters.',
  },
}

export interface SecretQuestion {
  readonly credentials: Credentials
  readonly owner: AppIdentity
  readonly name: SecretName
}

/**
 * Asks for a developer console secret in a terminal and stores it, or keeps a stored one. Returns
 * whether it stored another one. Raises `credentials.*` before it asks.
 */
export async function askOrKeepSecret(context: Context, question: SecretQuestion): Promise<boolean> {
  const { terminal, now } = context
  const { credentials, owner, name } = question
  const source = credentials.source(secretKey(owner, secretKinds[name]))
  if (source?.backend === 'environment') return (terminal.note(`${name} comes from ${source.where}.`), false)
  if (source !== null) {
    const entered = source.savedAt === null ? '' : ` (entered ${timeText(source.savedAt.toISOString(), now())})`
    const message = `A ${name} is stored${entered}. Keep it?`
    if (await terminal.ask.confirm({ message, default: true })) return false
  }
  return askSecret(context, question)
}

/**
 * Asks until the value has a valid format, and stores it. Returns false for empty input. The console shows a
 * secret once, so the store is tested first, which asks for the passphrase and unlocks the keychain.
 */
export async function askSecret({ terminal }: Context, { credentials, owner, name }: SecretQuestion): Promise<boolean> {
  const { hint, isGood, rule } = shapes[name]
  await credentials.probe({ identity: owner.identity, kind: secretKinds[name] })
  const message = `${name} from the developer console (${hint}, empty to skip)`
  for (;;) {
    const value = (await terminal.ask.password({ message })).trim()
    if (value === '') return false
    if (isGood(value)) {
      await credentials.set(secretKey(owner, secretKinds[name]), value)
      return true
    }
    terminal.note(rule)
  }
}

/** Stores a secret from stdin. Raises `usage.invalid` for a value with an invalid format, and then stores nothing. */
export async function readSecret({ readStdin }: Context, { credentials, owner, name }: SecretQuestion): Promise<void> {
  const value = new TextDecoder().decode(readStdin()).trim()
  if (!shapes[name].isGood(value)) {
    const what = value === '' ? 'Standard input is empty.' : `Standard input is not a ${name}. ${shapes[name].rule}`
    throw new AppError('usage.invalid', `${what} Nothing was stored.`)
  }
  await credentials.set(secretKey(owner, secretKinds[name]), value)
}
