import type { Backend } from '../../credentials/credentials.ts'
import type { TrustedOrigin } from '../../project/origin-trust.ts'
import { table, type Column } from '../../terminal/table.ts'
import { escapeCell } from '../../text/escape.ts'
import { facts, noRows, orDash, sentence, shownTime } from '../cells.ts'
import type { ShownRegistration } from '../registration.ts'
import type { View } from '../view.ts'
import type { SecretName } from './rotated-secrets.ts'

/** What `app secret set --json` prints. */
export interface StoredSecrets {
  readonly appKey: string
  /** Id of the target: live platform origin or emulator id. */
  readonly target: string
  readonly stored: readonly SecretName[]
  /** Source of each secret, or null if it is missing. */
  readonly secrets: Pick<ShownRegistration['secrets'], SecretName>
}

/** A secret without its value. */
export interface SecretRow {
  readonly secret: string
  /** App key, or null for an environment variable, which applies to every app. */
  readonly appKey: string | null
  /** Live platform origin or emulator id. For an environment variable, the target that it applies to. */
  readonly target: string
  readonly backend: Backend
  readonly where: string
  /** Save time, ISO-8601 UTC, or null for an environment variable. */
  readonly savedAt: string | null
}

/** What `app secret list --json` prints. */
export interface ListedSecrets {
  readonly secrets: readonly SecretRow[]
  /** Origins that are allowed to receive secrets. */
  readonly trustedOrigins: readonly TrustedOrigin[]
}

/** What `app secret delete --json` prints. */
export interface ForgottenSecrets {
  readonly appKey: string
  readonly target: string
  readonly deleted: readonly string[]
  readonly trustDeleted: boolean
}

const columns: readonly Column<SecretRow>[] = [
  { header: 'SECRET', rank: 9, cell: ({ secret }) => secret },
  { header: 'APP', rank: 7, cell: ({ appKey }) => orDash(appKey) },
  { header: 'TARGET', rank: 8, cell: ({ target }) => target },
  { header: 'STORED', rank: 5, cell: ({ savedAt }) => orDash(savedAt), kind: 'time' },
  { header: 'WHERE', rank: 6, kind: 'prose', cell: ({ backend, where }) => `${backend}: ${where}` },
]

export const secretTable: View<ListedSecrets> = ({ secrets, trustedOrigins: origins }, looks) =>
  [
    secrets.length === 0 ? noRows('secrets') : table(secrets, columns, looks),
    ...(origins.length === 0 ? [] : ['', looks.style.bold('Origins allowed to receive secrets')]),
    ...(origins.length === 0
      ? []
      : [
          facts(
            origins.map(({ origin, trusted_at }) => [origin, `since ${shownTime(trusted_at, looks)}`]),
            looks,
          ),
        ]),
  ].join('\n')

export const storedSecretsView: View<StoredSecrets> = ({ appKey: key, target, stored, secrets }, looks) => {
  if (stored.length === 0) return 'Nothing was stored.'
  const places = stored.map((name): [string, string] => [name, secrets[name]?.where ?? 'not stored'])
  return [sentence(`Stored for ${key} on ${escapeCell(target)}:`, looks), facts(places, looks)].join('\n')
}

export const forgottenSecretsView: View<ForgottenSecrets> = (result, looks) => {
  const { appKey: key, deleted, trustDeleted: isTrustForgotten } = result
  const target = escapeCell(result.target)
  const what = deleted.length === 0 ? 'no secret was stored' : `deleted ${deleted.join(', ')}`
  const trust = isTrustForgotten ? [`Sending secrets to ${target} requires confirmation again.`] : []
  return [`${key} on ${target}: ${what}.`, ...trust].map((text) => sentence(text, looks)).join('\n')
}
