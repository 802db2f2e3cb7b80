import { facts } from './cells.ts'
import type { View } from './view.ts'

interface Place {
  readonly where: string
}

/** As much of a registration as is shown to a person. */
export interface ShownRegistration {
  readonly target: 'emulator' | 'live'
  readonly app_key: string
  readonly name: string
  readonly status: string | null
  readonly client_id: string | null
  readonly created: boolean
  readonly requested_scopes: readonly string[]
  readonly optional_scopes: readonly string[]
  readonly redirect_uris: readonly string[]
  readonly install_scope: string
  readonly webhook_url: string | null
  readonly webhook_topics: readonly string[]
  readonly admin_manifest_json: string | null
  readonly countries: readonly string[]
  readonly test_store_codes: readonly string[]
  readonly secrets: Readonly<Record<'client_secret' | 'webhook_signing_secret' | 'token_key', Place | null>>
  readonly revealed: { readonly client_secret: string; readonly webhook_signing_secret: string } | null
}

const statusWords: Readonly<Record<string, string>> = { D: 'draft', P: 'in review', X: 'suspended' }

/** A registration: on the emulator what it is now, on the live platform what to enter in the developer console. */
export const registrationView: View<ShownRegistration> = (app, { style }) => {
  const { secrets, revealed } = app
  const kept = Object.entries(secrets).map(([name, place]): [string, string] => [name, place?.where ?? 'not kept here'])
  return [
    style.bold(headline(app)),
    facts(fields(app)),
    '',
    style.bold('Where its secrets are'),
    facts(kept),
    ...(revealed === null ? [] : ['', ...revealedLines(revealed, style.yellow)]),
  ].join('\n')
}

function headline({ target, app_key, created }: ShownRegistration): string {
  if (target === 'live') return `Enter this in the developer console for ${app_key}:`
  return `${created ? 'Registered' : 'Updated'} ${app_key} on the emulator.`
}

function fields(app: ShownRegistration): [string, string][] {
  const { status } = app
  return [
    ['name', app.name],
    ...(status === null ? [] : ([['status', statusWords[status] ?? status]] as [string, string][])),
    ['client_id', app.client_id ?? 'shown by the console'],
    ['requested_scopes', list(app.requested_scopes)],
    ['of these optional', list(app.optional_scopes)],
    ['redirect_uris', list(app.redirect_uris)],
    ['install_scope', app.install_scope],
    ['countries', list(app.countries, 'all (global app)')],
    ['webhook_url', app.webhook_url ?? 'none'],
    ['topics', list(app.webhook_topics)],
    ['admin_manifest_json', app.admin_manifest_json ?? 'none'],
    ...(app.target === 'live' ? [] : ([['test_store_codes', list(app.test_store_codes)]] as [string, string][])),
  ]
}

function revealedLines(
  revealed: { readonly client_secret: string; readonly webhook_signing_secret: string },
  paint: (text: string) => string,
): string[] {
  return [
    paint('Shown this one time; nobody can read them from the platform again:'),
    facts([
      ['client_secret', revealed.client_secret],
      ['webhook_signing_secret', revealed.webhook_signing_secret],
    ]),
  ]
}

function list(values: readonly string[], none = 'none'): string {
  return values.join(' ') || none
}
