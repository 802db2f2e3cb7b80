import { existsSync } from 'node:fs'

import { listDeliveries, type DeliveryRow } from '../../../journal/deliveries.ts'
import type { Journal } from '../../../journal/journal.ts'
import { currentRejections, type CurrentRejections } from '../../../journal/rejections.ts'
import { isSigningSecret } from '../../../protocol/signing-key.ts'
import { checkNewSecret, replaceSecret } from '../../../text/origins/secret-command.ts'
import { originText, storedText } from '../../../text/origins/secret-source.ts'
import { documentedRecipe, signBy } from '../../../webhooks/verify/recipe.ts'
import { verifyAdvice } from '../../../webhooks/verify/verify-command.ts'
import { secretKey } from '../../secret/app-secrets.ts'
import { failed, ok, skipped, warning, type Check, type CheckResult } from '../check.ts'
import type { DoctorFacts } from '../facts.ts'
import { closedSecrets, withoutKeychain } from '../machine/credentials.ts'
import { lookIntoJournal } from '../read-journal.ts'
import { withBaseUrl } from '../with-project.ts'

const NEWEST = 10

export const signingSecret: Check = {
  id: 'signing-secret',
  group: 'events',
  title: 'signing secret',
  run: withBaseUrl(async (facts) => {
    const { app } = facts
    if (app === null) return skipped('the target is unknown')
    const closed = await closedSecrets(facts)
    if (closed !== null) return closed
    const store = await facts.context.credentials({ isEmulator: facts.targetName !== 'live' })
    const secret = await store
      .get(secretKey(app, 'signing-secret'))
      .catch((error: unknown) => withoutKeychain(facts, error))
    if (typeof secret === 'object' && secret !== null) return secret
    const remedy = facts.targetName === 'live' ? '`app secret set signing`' : '`app register`'
    if (secret === null) return warning('not stored on this machine, so no delivery can be verified', { remedy })
    if (!isSigningSecret(secret)) {
      return failed('the stored value is not a signing secret (64 lowercase hex characters)', { remedy })
    }
    const source = store.source(secretKey(app, 'signing-secret'))
    const isVariable = source?.backend === 'environment'
    return withJournal(facts, {
      secret,
      isVariable,
      savedAt: source?.savedAt ?? null,
      from: source === null ? '' : ` It came from ${originText(source)}.`,
    })
  }),
}

interface KnownSecret {
  readonly secret: string
  /** Whether it came from the environment. */
  readonly isVariable: boolean
  readonly savedAt: Date | null
  /** Sentence about its source. */
  readonly from: string
}

/** Checks the secret against the journal: signatures of deliveries, recent rejections, and rejections since the newest delivery. */
function withJournal(facts: DoctorFacts, known: KnownSecret): CheckResult {
  const { paths, now } = facts.context
  if (!existsSync(paths.journalDb)) return ok('stored, but no delivery was recorded yet to test it')
  const { secret, savedAt: secretAt } = known
  const { deliveries, refusals } = lookIntoJournal(facts, (journal) => ({
    deliveries: findNewest(journal, facts.targetName),
    refusals: currentRejections(journal, { now: now(), target: facts.target?.name ?? null, secretAt }),
  }))
  const decoded = deliveries.find((row) => readingOf(row, secret) === 'hex')
  if (decoded !== undefined) {
    return failed(`delivery ${decoded.id} is signed with the hex-decoded secret instead of the secret as text`, {
      remedy: `Run \`app webhook verify --delivery ${decoded.id}\` and report the result, because this tool expects the secret as text`,
      details: { reading: 'hex', deliveryId: decoded.id },
    })
  }
  const rejected = mismatches(facts, refusals, known)
  if (rejected !== null) return rejected
  const fitting = deliveries.find((row) => readingOf(row, secret) === 'text')
  if (fitting !== undefined)
    return ok(`stored, and delivery ${fitting.id} verifies with it`, { details: { reading: 'text' } })
  if (deliveries.length === 0) return ok('stored, but no delivery was recorded yet to test it')
  return ok('stored, and newer than every recorded delivery')
}

/** Returns the newest deliveries, except those known to be from another platform with another secret. */
function findNewest(journal: Journal, target: string): DeliveryRow[] {
  const newest = listDeliveries(journal, { limit: 10 * NEWEST })
  return newest.filter((row) => row.target === null || row.target === target).slice(0, NEWEST)
}

/** Only a mismatch after the secret was stored shows that it is wrong. */
function mismatches(
  { targetName }: DoctorFacts,
  { counts, since, pastMismatches }: CurrentRejections,
  { isVariable, savedAt, from }: KnownSecret,
): CheckResult | null {
  const isLive = targetName === 'live'
  const refused = counts.find(({ reason }) => reason === 'signature-mismatch')?.count ?? 0
  if (refused > 0) {
    return failed(
      `${requests(refused)} signed with another secret ${since === 'hour' ? 'in the last hour' : 'since the newest delivery'}`,
      {
        remedy: `${replaceSecret('signing', isLive, isVariable)}${from} ${verifyAdvice}`,
        details: { refused },
      },
    )
  }
  if (pastMismatches === 0 || savedAt === null) return null
  return warning(`${requests(pastMismatches)} rejected before the current secret was stored (${storedText(savedAt)})`, {
    remedy: checkNewSecret(isLive),
  })
}

function requests(count: number): string {
  return count === 1 ? '1 request was' : `${count} requests were`
}

/** Returns which reading of the secret matches the signature: its text, or its decoded hex. */
function readingOf({ topic, storeId, timestamp, body, signature }: DeliveryRow, secret: string): 'text' | 'hex' | null {
  const facts = { topic, store: storeId, timestamp: String(timestamp), body }
  if (signBy(documentedRecipe({ ...facts, key: secret })).toString('hex') === signature) return 'text'
  return signBy(documentedRecipe({ ...facts, key: Buffer.from(secret, 'hex') })).toString('hex') === signature
    ? 'hex'
    : null
}
