import { existsSync } from 'node:fs'

import { lastRejectedExchange } from '../../../journal/calls/rejected-exchange.ts'
import { secretCommand } from '../../../text/origins/secret-command.ts'
import { secretKey } from '../../secret/app-secrets.ts'
import { ok, skipped, warning, type Check, type CheckResult } from '../check.ts'
import type { DoctorFacts } from '../facts.ts'
import { closedSecrets, isTokenGiven, withoutKeychain } from '../machine/credentials.ts'
import { lookIntoJournal } from '../read-journal.ts'
import { withBaseUrl } from '../with-project.ts'

/** Checks the client secret. Without it no code can be exchanged for a token. */
export const clientSecret: Check = {
  id: 'client-secret',
  group: 'platform',
  title: 'client secret',
  run: withBaseUrl(async (facts) => {
    const { app, context, targetName } = facts
    if (app === null) return skipped('the target is unknown')
    const closed = await closedSecrets(facts)
    if (closed !== null) return closed
    const store = await context.credentials({ isEmulator: targetName !== 'live' })
    const secret = await store
      .get(secretKey(app, 'client-secret'))
      .catch((error: unknown) => withoutKeychain(facts, error))
    if (typeof secret === 'object' && secret !== null) return secret
    if (secret !== null) return stored(facts, store.source(secretKey(app, 'client-secret'))?.savedAt ?? null)
    if (isTokenGiven(facts)) return skipped('not stored, and not needed with SVCAPP_TOKEN')
    if (targetName === 'live') {
      return warning('not stored on this machine, so no install can be completed', {
        remedy: '`app register`',
      })
    }
    return skipped('the app has not been registered from this machine', { remedy: '`app register`' })
  }),
}

/** A newer secret or install settles a rejected exchange. */
function stored(facts: DoctorFacts, savedAt: Date | null): CheckResult {
  const { target, context } = facts
  const name = target?.name ?? 'emulator'
  const rejectedAt = existsSync(context.paths.journalDb)
    ? lookIntoJournal(facts, (journal) => lastRejectedExchange(journal, name))
    : null
  const newer = [savedAt, ...facts.installs().map(({ installedAt }) => new Date(installedAt))]
  if (rejectedAt === null || newer.some((at) => at !== null && at > rejectedAt)) return ok('stored on this machine')
  return warning('stored on this machine, but the last exchange was rejected (401)', {
    remedy: `If the client secret was rotated: \`${secretCommand('client', name === 'live')}\``,
    details: { rejectedAt: rejectedAt.toISOString() },
  })
}
