import { appStatusWords } from '../catalog/status-words.ts'
import type { Registration, RegistrationSecrets } from '../control/contract.ts'
import type { Placement } from '../credentials/credentials.ts'
import type { ConsoleField } from '../project/live/console-fields.ts'
import { facts } from './cells.ts'
import type { Looks, View } from './view.ts'

/** A registration as `app register --json` prints it, with the documented names. */
export interface ShownRegistration extends Omit<
  Registration,
  'status' | 'client_id' | 'listed' | 'has_unpublished_change' | 'has_signing_secret'
> {
  readonly target: 'emulator' | 'live'
  /** App status, or null if only the developer console shows it. */
  readonly status: Registration['status'] | null
  readonly client_id: string | null
  readonly created: boolean
  /** Storage location of each secret, or null if it is not stored. */
  readonly secrets: Readonly<Record<'client_secret' | 'webhook_signing_secret' | 'token_key', Placement | null>>
  /** New secrets. Null unless requested and the app was just created (APP-008). */
  readonly revealed: RegistrationSecrets | null
  /**
   * Values to enter in the developer console and how they differ from the confirmed ones, or null
   * on the emulator.
   */
  readonly console: readonly ConsoleField[] | null
  /** Next command on the live platform, or null on the emulator. */
  readonly next: string | null
}

/** Returns a status as text, followed by the letter that the documents and --json use (A36). */
export function statusText(status: Registration['status']): string {
  const word = appStatusWords[status]
  return word === status ? word : `${word} (${status})`
}

/** The only secret that is not in the developer console. */
const TOKEN_KEY = ' (created by this tool, for your app to encrypt its tokens)'

/** Formats a registration on the emulator. On the live platform, where `consoleView` shows the fields, it shows what is stored and the next step. */
export const registrationView: View<ShownRegistration> = (app, looks) => {
  const { secrets, revealed, next } = app
  const kept = Object.entries(secrets).map(([name, place]): [string, string] => [
    name,
    place === null ? 'not stored' : `${place.where}${name === 'token_key' ? TOKEN_KEY : ''}`,
  ])
  const head = `${app.created ? 'Registered' : 'Updated'} ${app.app_key} on the emulator.`
  return [
    ...(app.target === 'live' ? [] : [looks.style.bold(head), facts(fields(app, looks), looks), '']),
    looks.style.bold('Secret store'),
    facts(kept, looks),
    ...(revealed === null ? [] : ['', ...revealedLines(revealed, looks.style.yellow)]),
    ...(next === null ? [] : ['', ...nextLines(app, next)]),
  ].join('\n')
}

function nextLines({ secrets, client_id: id }: ShownRegistration, next: string): string[] {
  const { client_secret: secret, webhook_signing_secret: signing } = secrets
  const known = { client_id: id, client_secret: secret, webhook_signing_secret: signing }
  const missing = Object.entries(known).flatMap(([name, value]) => (value === null ? [name] : []))
  if (missing.length === 0) return [`Next: ${next}`]
  const stored = missing.filter((name) => name !== 'client_id')
  const which = stored.length > 1 ? '' : stored[0] === 'client_secret' ? ' client' : ' signing'
  const commands = [
    ...(missing.includes('client_id') ? ['app register --target live --client-id <cli_…>'] : []),
    ...(stored.length === 0 ? [] : [`app secret set${which} --target live`]),
  ]
  return [`Missing: ${missing.join(', ')}`, ...commands.map((command) => `Next: ${command}`), `Then: ${next}`]
}

function fields(app: ShownRegistration, { width }: Pick<Looks, 'width'>): [string, string][] {
  const { status } = app
  return [
    ['name', app.name],
    ...(status === null ? [] : ([['status', appStatusWords[status]]] as [string, string][])),
    ['client_id', app.client_id ?? 'shown in the developer console'],
    ['requested_scopes', list(app.requested_scopes)],
    ['optional scopes', list(app.optional_scopes)],
    ['redirect_uris', list(app.redirect_uris)],
    ['install_scope', app.install_scope],
    ['countries', list(app.countries, 'all (global app)')],
    ['webhook_url', app.webhook_url ?? 'none'],
    ['topics', list(app.webhook_topics)],
    ['admin_manifest_json', spaced(app.admin_manifest_json ?? 'none', width)],
    ['test_store_codes', list(app.test_store_codes)],
  ]
}

function revealedLines(revealed: RegistrationSecrets, paint: (text: string) => string): string[] {
  return [
    paint('These secrets are shown only once. The platform cannot show them again:'),
    facts([
      ['client_secret', revealed.client_secret],
      ['webhook_signing_secret', revealed.webhook_signing_secret],
    ]),
  ]
}

function list(values: readonly string[], none = 'none'): string {
  return values.join(' ') || none
}

/** Adds spaces between the parts of JSON on a terminal, so that lines can wrap. Text with inner quotes is not split. */
function spaced(json: string, width: number): string {
  if (width === 0 || json.includes('\\"')) return json
  return json.replaceAll(/"[^"]*"|[,:]/g, (part) => (part.length === 1 ? `${part} ` : part))
}
