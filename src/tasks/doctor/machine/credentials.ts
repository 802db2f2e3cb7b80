import { readChoice } from '../../../credentials/choice.ts'
import { environmentValue } from '../../../credentials/env.ts'
import { hasCode } from '../../../errors.ts'
import { ok, skipped, warning, type Check, type CheckResult } from '../check.ts'
import type { DoctorFacts } from '../facts.ts'

export const credentials: Check = {
  id: 'credentials',
  group: 'machine',
  title: 'secrets',
  run: async (facts) => {
    const { context, targetName } = facts
    if (readChoice(context.env) === 'env') {
      return ok('SVCAPP_CREDENTIALS=env: secrets are read from the environment and never stored')
    }
    const closed = await closedSecrets(facts)
    if (closed !== null) return closed
    const identity = identityOf(facts)
    if (isTokenGiven(facts)) {
      if (facts.installs().length === 0) return ok('SVCAPP_TOKEN is set, and calls use it')
      return warning('SVCAPP_TOKEN is set and overrides every stored token', {
        remedy: 'To use the stored tokens, unset SVCAPP_TOKEN.',
      })
    }
    const store = await context.credentials({ isEmulator: targetName !== 'live' })
    const { backend, where } = await store.probe({ identity, isQuiet: true })
    const why = backend === 'encrypted-file' && readChoice(context.env) === null ? ' (no keychain)' : ''
    return ok(`a test item was written, read and deleted: ${backend}, ${where}${why}`, { details: { backend, where } })
  },
}

/** Returns whether calls use the environment's token instead of a stored one. */
export function isTokenGiven(facts: DoctorFacts): boolean {
  return environmentValue(facts.context.env, { identity: identityOf(facts), kind: 'token' }) !== null
}

function identityOf({ target, targetName }: DoctorFacts): string {
  return target?.identity ?? (targetName === 'live' ? 'live' : 'emulator:')
}

/** Skips a missing keychain, which the secrets check reports. Raises every other failure. */
export function withoutKeychain(facts: DoctorFacts, error: unknown): CheckResult {
  if (!hasCode(error, 'credentials.unavailable')) throw error
  return skipped(`no keychain${isTokenGiven(facts) ? ', and SVCAPP_TOKEN is set' : ''}`)
}

/** Returns the result if secrets cannot be read without a prompt, else null. */
export async function closedSecrets({ context, target, targetName }: DoctorFacts): Promise<CheckResult | null> {
  if (targetName !== 'live') return null
  const store = await context.credentials({ isEmulator: false })
  if (!(await store.isClosed(target ?? { identity: 'live' }))) return null
  return skipped('the encrypted file needs its passphrase', {
    remedy: 'Set SVCAPP_PASSPHRASE, then run the command again.',
  })
}
