import { isTopic } from '../../catalog/topics.ts'
import type { Registration } from '../../control/contract.ts'
import type { CheckedBody } from '../../control/operation.ts'
import { apps } from '../../control/operations/apps.ts'
import { readInput } from '../read-input.ts'

/** Values of a registration form, as typed. */
export interface TypedRegistration {
  readonly appKey: string
  readonly name: string
  readonly redirectUris: string
  readonly webhookUrl: string
  readonly manifest: string
  readonly scopes: readonly string[]
  readonly optionalScopes: string
  readonly topics: readonly string[]
  readonly installScope: string
  readonly price: string
  readonly countries: string
}

/** Form values of an app that does not exist yet. */
export const blankRegistration: TypedRegistration = {
  appKey: '',
  name: '',
  redirectUris: '',
  webhookUrl: '',
  manifest: '',
  scopes: [],
  optionalScopes: '',
  topics: [],
  installScope: 'region',
  price: '',
  countries: '',
}

/** Returns the form values of a registration. */
export function toTyped(app: Registration): TypedRegistration {
  return {
    appKey: app.app_key,
    name: app.name,
    redirectUris: app.redirect_uris.join('\n'),
    webhookUrl: app.webhook_url ?? '',
    manifest: readable(app.admin_manifest_json),
    scopes: app.requested_scopes,
    optionalScopes: app.optional_scopes.join(', '),
    topics: app.webhook_topics,
    installScope: app.install_scope,
    price: app.price ?? '',
    countries: app.countries.join(', '),
  }
}

/** Reads a sent form. A text field that it lacks keeps its value from `before`. */
export function readTyped(form: URLSearchParams, before: TypedRegistration): TypedRegistration {
  const text = (name: 'name' | 'redirectUris' | 'webhookUrl' | 'manifest' | 'optionalScopes' | 'installScope') =>
    (form.get(name) ?? before[name]).replaceAll('\r\n', '\n')
  return {
    appKey: (form.get('appKey') ?? before.appKey).trim(),
    name: text('name'),
    redirectUris: text('redirectUris'),
    webhookUrl: text('webhookUrl'),
    manifest: text('manifest'),
    scopes: form.getAll('scope'),
    optionalScopes: text('optionalScopes'),
    topics: form.getAll('topic'),
    installScope: text('installScope'),
    price: form.get('price') ?? before.price,
    countries: form.get('countries') ?? before.countries,
  }
}

/**
 * Converts the form to a registration, with `known` as the current one. Values that the form cannot show stay: topics and an install
 * scope that were registered unchecked (A13), and the exact text of an unchanged manifest. Raises `emulator.bad-registration`.
 */
export function inputOf(typed: TypedRegistration, known: Registration | null): CheckedBody<typeof apps.register> {
  const strayTopics = known?.webhook_topics.filter((topic) => !isTopic(topic)) ?? []
  const isStrayScope = known !== null && typed.installScope === known.install_scope
  /** A scope that was unchecked is no longer optional either. */
  const isLeftOut = (scope: string) => known?.optional_scopes.includes(scope) === true && !typed.scopes.includes(scope)
  return readInput(apps.register, {
    name: typed.name.trim(),
    requested_scopes: inOrder(typed.scopes, known?.requested_scopes ?? []),
    optional_scopes: listIn(typed.optionalScopes).filter((scope) => !isLeftOut(scope)),
    redirect_uris: listIn(typed.redirectUris),
    install_scope: typed.installScope,
    webhook_url: orNull(typed.webhookUrl.trim()),
    webhook_topics: [...inOrder(typed.topics, known?.webhook_topics ?? []), ...strayTopics],
    admin_manifest_json: parseManifest(typed.manifest, known),
    countries: listIn(typed.countries).map((code) => code.toUpperCase()),
    price: orNull(typed.price.trim()),
    unchecked: { topics: strayTopics.length > 0 && typed.topics.every(isTopic), install_scope: isStrayScope },
  })
}

/** Splits a list at line breaks and commas. */
export function listIn(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

/** Keeps the order of known values and appends new ones. */
function inOrder(ticked: readonly string[], known: readonly string[]): string[] {
  return [...known.filter((one) => ticked.includes(one)), ...ticked.filter((one) => !known.includes(one))]
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}

function parseManifest(typed: string, known: Registration | null): string | null {
  const json = known?.admin_manifest_json ?? null
  return typed === readable(json) ? json : orNull(typed.trim())
}

/** Formats JSON for reading and editing. */
function readable(json: string | null): string {
  return json === null ? '' : JSON.stringify(JSON.parse(json), null, 2)
}
