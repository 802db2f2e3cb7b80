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
  readonly app_key: string
  /** Identity of the target. */
  readonly target: string
  readonly stored: readonly SecretName[]
  /** Where each is read from; null for one that is missing. */
  readonly secrets: Pick<ShownRegistration['secrets'], SecretName>
}

/** What may be shown of a secret: everything but its value. */
export interface SecretRow {
  readonly secret: string
  /** Null for a variable, which counts for every app. */
  readonly app_key: string | null
  /** Origin of the live platform, or the emulator's identity; of a variable what it counts for. */
  readonly target: string
  readonly backend: Backend
  readonly where: string
  /** ISO-8601 UTC; null for a variable. */
  readonly saved_at: string | null
}

/** What `app secret list --json` prints. */
export interface ListedSecrets {
  readonly secrets: readonly SecretRow[]
  /** Origins that secrets may be sent to. */
  readonly trusted_origins: readonly TrustedOrigin[]
}

/** What `app secret forget --json` prints. */
export interface ForgottenSecrets {
  readonly app_key: string
  readonly target: string
  readonly forgotten: readonly string[]
  readonly trust_forgotten: boolean
}

const columns: readonly Column<SecretRow>[] = [
  { header: 'SECRET', rank: 9, cell: ({ secret }) => secret },
  { header: 'APP', rank: 7, cell: ({ app_key }) => orDash(app_key) },
  { header: 'TARGET', rank: 8, cell: ({ target }) => target },
  { header: 'STORED', rank: 5, cell: ({ saved_at }) => orDash(saved_at), kind: 'time' },
  { header: 'WHERE', rank: 6, kind: 'prose', cell: ({ backend, where }) => `${backend}: ${where}` },
]

export const secretTable: View<ListedSecrets> = ({ secrets, trusted_origins: origins }, looks) =>
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

export const storedSecretsView: View<StoredSecrets> = ({ app_key: key, target, stored, secrets }, looks) => {
  if (stored.length === 0) return 'Nothing was stored.'
  const places = stored.map((name): [string, string] => [name, secrets[name]?.where ?? 'not stored'])
  return [sentence(`Stored for ${key} on ${escapeCell(target)}:`, looks), facts(places, looks)].join('\n')
}

export const forgottenSecretsView: View<ForgottenSecrets> = (result, looks) => {
  const { app_key: key, forgotten, trust_forgotten: isTrustForgotten } = result
  const target = escapeCell(result.target)
  const what = forgotten.length === 0 ? 'no secret was stored' : `deleted ${forgotten.join(', ')}`
  const trust = isTrustForgotten ? [`Sending secrets to ${target} requires confirmation again.`] : []
  return [`${key} on ${target}: ${what}.`, ...trust].map((text) => sentence(text, looks)).join('\n')
}
