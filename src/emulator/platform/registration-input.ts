import { isScope, scopeNames } from '../../catalog/scopes.ts'
import { isTopic, topicNames } from '../../catalog/topics.ts'
import type { CheckedBody } from '../../control/operation.ts'
import type { apps } from '../../control/operations/apps.ts'
import { AppError } from '../../errors.ts'
import { checkRedirectUri } from '../../protocol/redirect-uri.ts'
import { isCountryCode } from './countries.ts'

/** Developer input, including omitted fields. */
export type EnteredRegistration = CheckedBody<typeof apps.register>

/** Validates developer input as the platform does. Raises `emulator.bad-registration` with the field and its allowed values. */
export function checkRegistration(fields: EnteredRegistration): void {
  const { unchecked } = fields
  checkScopes(fields)
  for (const uri of fields.redirect_uris) checkRedirect(uri)
  checkInstallScope(fields.install_scope, unchecked.install_scope === true)
  if (fields.webhook_url !== null) checkWebhookUrl(fields.webhook_url)
  if (unchecked.topics !== true) checkTopics(fields.webhook_topics)
  for (const country of fields.countries) {
    if (!isCountryCode(country))
      throw rejection('countries', `${show(country)} is not a two-letter country code (ISO 3166-1).`)
  }
}

interface ScopeLists {
  readonly requested_scopes: readonly string[]
  readonly optional_scopes: readonly string[]
}

function checkScopes({ requested_scopes: requested, optional_scopes: optional }: ScopeLists): void {
  const unknown = requested.find((scope) => !isScope(scope))
  if (unknown !== undefined) {
    throw rejection('requested_scopes', `unknown scope ${show(unknown)}.`, [
      `Choose from these scopes: ${scopeNames.join(', ')}.`,
    ])
  }
  if (new Set(requested).size < requested.length) throw rejection('requested_scopes', 'a scope is listed twice.')
  const stray = optional.find((scope) => !requested.includes(scope))
  if (stray !== undefined) throw rejection('optional_scopes', `${show(stray)} is not in requested_scopes.`)
}

function checkRedirect(uri: string): void {
  const checked = checkRedirectUri(uri)
  if (!checked.ok) {
    throw rejection('redirect_uris', `${show(uri)} is not a valid redirect URI (${checked.reason}).`, [
      'Use an absolute https URL, or http on 127.0.0.1 or localhost, without a fragment.',
    ])
  }
}

function checkInstallScope(scope: string, isUnchecked: boolean): void {
  if (isUnchecked || scope === 'region' || scope === 'store') return
  throw rejection('install_scope', `${show(scope)} is unknown. Use region or store.`)
}

/** The delivery queue posts to this address. */
function checkWebhookUrl(text: string): void {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.hash !== '') {
    throw rejection('webhook_url', `${show(text)} must be an http(s) URL without a user name or fragment.`)
  }
}

/** EVT-014: an unknown topic name fails at registration. */
function checkTopics(topics: readonly string[]): void {
  const unknown = topics.find((topic) => !isTopic(topic))
  if (unknown === undefined) return
  throw rejection('webhook_topics', `unknown topic ${show(unknown)}.`, [
    `Choose from these topics: ${topicNames.join(', ')}.`,
  ])
}

function rejection(field: string, problem: string, suggestions: readonly string[] = []): AppError {
  return new AppError('emulator.bad-registration', `${field}: ${problem}`, { suggestions, details: { field } })
}

function show(value: string): string {
  return JSON.stringify(value)
}
