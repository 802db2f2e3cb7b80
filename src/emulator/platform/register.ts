import type { RegisterAnswer, Registration, RegistrationSecrets } from '../../control/contract.ts'
import { AppError } from '../../errors.ts'
import { digestSecret } from '../../protocol/access-token.ts'
import { parseAppKey } from '../../protocol/app-key.ts'
import { panelChanges } from '../../protocol/judge/panel-changes.ts'
import { transaction } from '../../storage/database.ts'
import { insertRow, updateRows } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { findApp, getApp } from './apps.ts'
import { installsOutside } from './installs.ts'
import { approvedManifest } from './live-version.ts'
import { checkPanel } from './manifest.ts'
import { checkRegistration, type EnteredRegistration } from './registration-input.ts'

/**
 * Creates or changes the registration of `appKey`. The response contains the secrets only when it was created (APP-008). Raises
 * `emulator.bad-registration` for a value that the platform rejects, `emulator.conflict` for one that cannot be changed.
 */
export function register(context: EmulatorContext, appKey: string, fields: EnteredRegistration): RegisterAnswer {
  if (!parseAppKey(appKey).ok) {
    throw new AppError('emulator.bad-registration', `${JSON.stringify(appKey)} is not a valid app key.`, {
      suggestions: ['Use app.<company>.<name> in lowercase letters, digits and hyphens, for example app.acme.loyalty.'],
    })
  }
  checkRegistration(fields)
  const { json: manifest, warnings: ofPanel } = checkPanel(context, fields)
  const warnings = [...generalWarnings(fields), ...ofPanel]
  return transaction(context.registry, () => {
    const known = findApp(context, appKey)
    const entry = { fields, manifest, warnings }
    return known === null ? create(context, { appKey, ...entry }) : change(context, { known, ...entry })
  })
}

interface Entry {
  readonly fields: EnteredRegistration
  /** The stored form. */
  readonly manifest: string | null
  readonly warnings: readonly string[]
}

interface Creation extends Entry {
  readonly appKey: string
}

function create(context: EmulatorContext, { appKey, fields, manifest, warnings }: Creation): RegisterAnswer {
  const secrets = newSecrets(context)
  insertRow(context.registry, 'apps', {
    app_key: appKey,
    status: 'D',
    client_id: secrets.client_id,
    client_secret_digest: digestSecret(secrets.client_secret),
    sealed_signing_secret:
      fields.unchecked.no_signing_secret === true ? null : context.seal(secrets.webhook_signing_secret),
    ...columns(fields, manifest),
    countries: JSON.stringify(fields.countries),
    test_store_codes: '[]',
    created_at: context.now().getTime(),
  })
  return { app: getApp(context, appKey), created: true, secrets, warnings }
}

interface Change extends Entry {
  readonly known: Registration
}

function change(context: EmulatorContext, { known, fields, manifest, warnings }: Change): RegisterAnswer {
  // APP-002: countries are chosen when the app is created.
  if (!sameList(known.countries, fields.countries)) {
    throw new AppError('emulator.conflict', "An app's countries cannot be changed after its creation.", {
      suggestions: [`Registered countries: ${known.countries.join(', ') || 'global'}.`],
    })
  }
  const approved = approvedManifest(context, known)
  updateRows(
    context.registry,
    'apps',
    { app_key: known.app_key },
    {
      ...columns(fields, manifest),
      ...(fields.unchecked.no_signing_secret === true && { sealed_signing_secret: null }),
    },
  )
  const review = changedPanel(context, { known, manifest, approved })
  const lost = lostTokens(context, known.app_key, fields.install_scope)
  return {
    app: getApp(context, known.app_key),
    created: false,
    secrets: null,
    warnings: [...warnings, ...lost, ...review],
  }
}

/** TOK-021: tokens of another shape are rejected while this install scope is registered, unless they are validated against their install (A30). */
function lostTokens(context: EmulatorContext, appKey: string, scope: string): string[] {
  const count = context.settings().tokenScopeOf === 'registration' ? installsOutside(context, appKey, scope) : 0
  if (count === 0) return []
  const [subject, tokens] =
    count === 1 ? ['1 install was', 'Its token is'] : [`${count} installs were`, 'Their tokens are']
  return [
    `${subject} created with an install_scope other than ${scope}. ${tokens} rejected (401) until you restore the old value. To keep the new value, uninstall the app, then install it again.`,
  ]
}

interface PanelChange {
  readonly known: Registration
  readonly manifest: string | null
  /** Last approved manifest. */
  readonly approved: string | null
}

/**
 * APP-026, APP-027, APP-035: a changed panel goes to review when the app is published again, or immediately in the other
 * interpretation (C36). The approved panel is kept meanwhile. An app for the developer's own stores is never reviewed (A18).
 */
function changedPanel(context: EmulatorContext, { known, manifest, approved }: PanelChange): string[] {
  if (known.status !== 'published' || !known.listed) return []
  const put = (status: 'P' | 'published', kept: string | null) =>
    updateRows(
      context.registry,
      'apps',
      { app_key: known.app_key },
      { status, listed: status === 'published' ? 1 : 0, approved_manifest_json: kept },
    )
  if (panelChanges(approved, manifest).length === 0) {
    put('published', null)
    return []
  }
  const isAtOnce = context.settings().reviewBegins === 'on-save'
  put(isAtOnce ? 'P' : 'published', approved ?? '')
  return [isAtOnce ? IN_REVIEW : SAVED]
}

const MEANWHILE = 'Until approval, the app can be installed only in its test stores, and its panel opens only there.'
const IN_REVIEW = `The panel URL or the slots of this published app changed, so the app is in review (P) again. ${MEANWHILE}`
const SAVED = `The panel URL or the slots of this published app changed. Live stores keep the approved panel until you publish the app again, which sends it to review (P). ${MEANWHILE}`

/** Returns the columns that both statements write. */
function columns(fields: EnteredRegistration, manifest: string | null) {
  return {
    name: fields.name,
    requested_scopes: JSON.stringify(fields.requested_scopes),
    optional_scopes: JSON.stringify(fields.optional_scopes),
    redirect_uris: JSON.stringify(fields.redirect_uris),
    install_scope: fields.install_scope,
    webhook_url: fields.webhook_url,
    webhook_topics: JSON.stringify(fields.webhook_topics),
    admin_manifest_json: manifest,
    price: fields.price,
  }
}

function newSecrets({ randomBytes }: EmulatorContext): RegistrationSecrets {
  return {
    client_id: `cli_${randomBytes(16).toString('hex')}`,
    client_secret: newClientSecret(randomBytes),
    webhook_signing_secret: newSigningSecret(randomBytes),
  }
}

/** APP-010, B7. */
export function newClientSecret(randomBytes: EmulatorContext['randomBytes']): string {
  return `cs_${randomBytes(32).toString('hex')}`
}

/** APP-013: 64 lower-case hex characters, no prefix. */
export function newSigningSecret(randomBytes: EmulatorContext['randomBytes']): string {
  return randomBytes(32).toString('hex')
}

function generalWarnings(fields: EnteredRegistration): string[] {
  const warnings: string[] = []
  if (fields.redirect_uris.length === 0) warnings.push('No redirect URI is registered, so no install can complete.')
  if (fields.redirect_uris.length > 1) warnings.push('Only the first entry of redirect_uris is used.')
  if (fields.webhook_topics.length > 0 && fields.webhook_url === null) {
    warnings.push('webhook_topics is set, but webhook_url is not. No event can be delivered.')
  }
  return warnings
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.toSorted().join() === other.toSorted().join()
}
