import { existsSync, realpathSync } from 'node:fs'

import type { RegisterAnswer, Registration, RegistrationInput } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { nullFor } from '../../errors.ts'
import { reloadProject, type Project } from '../../project/app-toml.ts'
import { rejectChangedKey, rememberKey } from '../../project/registered-keys.ts'
import { registrationOf } from '../../project/registration.ts'
import { panelChanges } from '../../protocol/judge/panel-changes.ts'
import { parseObject } from '../../text/json.ts'
import type { DevContext } from '../context.ts'
import { runningSession } from '../lock.ts'
import { forgetEarlierUrl, saveEarlierUrl, readEarlierUrl, type EarlierUrl } from './earlier-webhook-url.ts'

export interface RegistrationFacts {
  readonly control: ControlClient
  readonly identity: string
  /** URL for deliveries during this run. */
  readonly webhookUrl: string
  /** The portal's earlier registration, or null for a new app. */
  readonly before: Registration | null
}

/** The part of the context that registering needs. */
export interface RegisteringContext extends Pick<DevContext, 'emit' | 'atEnd'> {
  readonly tools: Pick<DevContext['tools'], 'paths'>
  readonly options: Pick<DevContext['options'], 'project'>
}

/**
 * Creates or updates the registration with the gateway as webhook URL. The end restores the old
 * URL. Raises `project.key-changed` and `emulator.*`.
 */
export async function pointWebhooksHere(dev: RegisteringContext, facts: RegistrationFacts): Promise<RegisterAnswer> {
  const { control, identity, webhookUrl, before } = facts
  const { config } = dev.options.project
  const place = { paths: dev.tools.paths, identity, appKey: config.key }
  const owner = { identity, appKey: config.key, dir: dev.options.project.dir }
  rejectChangedKey(dev.tools.paths, owner)
  const usual = withoutReview(dev, before)
  const by = realDir(dev.options.project.dir)
  const left = readEarlierUrl(place)
  const rival = left !== null && isRunningElsewhere(dev, left, by) ? left : null
  if (rival !== null) dev.emit({ event: 'notice', text: rivalText(rival) })
  const old = oldAddress(before, { left: rival === null ? left : null, webhookUrl })
  saveEarlierUrl(place, { ours: webhookUrl, before: old, by })
  const answer = await control.register({ key: config.key, ...usual, webhook_url: webhookUrl })
  rememberKey(dev.tools.paths, owner)
  dev.atEnd(async () => {
    const left = readEarlierUrl(place) ?? { ours: webhookUrl, before: old }
    if (left.by !== undefined && left.by !== by) {
      // Another run has taken over and restores the URL from before this one.
      if (left.before === webhookUrl) saveEarlierUrl(place, { ...left, before: old })
      return
    }
    const now = await registered(control, config.key)
    // Keep a registration that `app register` wrote in the meantime, with its URL. The URL to restore follows it.
    if (now?.webhook_url === left.ours) {
      await control.register({
        key: config.key,
        ...inputOf(now),
        webhook_url: left.before ?? usual.webhook_url ?? null,
      })
    }
    if (rival !== null && isRunningElsewhere(dev, rival, by)) saveEarlierUrl(place, rival)
    else forgetEarlierUrl(place)
  })
  dev.emit({ event: 'registered', appKey: config.key, created: answer.created, warnings: answer.warnings })
  return answer
}

/**
 * Restores the redirect URI of app.toml in the registration at the end, if this run made it follow
 * the app's port (`followPort`). Must be called before `pointWebhooksHere`, so that it runs last.
 */
export function putRedirectBack(
  { options, atEnd }: Pick<DevContext, 'options' | 'atEnd'>,
  control: ControlClient,
): void {
  const begun = writtenRedirects(options.project)
  atEnd(async () => {
    const { config } = options.project
    // The folder may have been moved or deleted in the meantime.
    const own = writtenRedirects(options.project) ?? begun
    if (own === null || own[0] === config.redirectUris[0]) return
    const now = await registered(control, config.key)
    // Skip this if `app register` has registered another URI in the meantime.
    if (now === null || now.redirect_uris[0] !== config.redirectUris[0]) return
    await control.register({ key: config.key, ...inputOf(now), webhook_url: now.webhook_url, redirect_uris: [...own] })
  })
}

/** Returns the portal's registration, or null before the first one. */
export async function registered(control: ControlClient, appKey: string): Promise<Registration | null> {
  return control.app({ key: appKey }).catch(nullFor('emulator.unknown-app'))
}

/** Returns the redirect URIs of the current app.toml, or null if it cannot be read. */
function writtenRedirects(project: Project): readonly string[] | null {
  try {
    return reloadProject(project).config.redirectUris
  } catch {
    return null
  }
}

/** Returns the registration of app.toml without changes that would return a published app to review (APP-026). `app register` asks about those. */
function withoutReview({ options, emit }: RegisteringContext, before: Registration | null): RegistrationInput {
  const input = registrationOf(options.project.config)
  const manifest = before?.admin_manifest_json ?? null
  if (before?.status !== 'published' || panelChanges(manifest, input.admin_manifest_json).length === 0) return input
  const approved = appUrlIn(manifest)
  const wanted = appUrlIn(input.admin_manifest_json)
  const what =
    approved === wanted || approved === null || wanted === null
      ? 'its registered manifest is unchanged. To send your changes to review, run `app register`.'
      : `the store admin opens its panel at ${approved}, not at ${wanted}. To send the new address to review, run \`app register\`.`
  emit({ event: 'notice', text: `The app is published, so ${what}` })
  return { ...input, admin_manifest_json: manifest }
}

function appUrlIn(manifest: string | null | undefined): string | null {
  const appUrl = parseObject(manifest ?? '')?.['appUrl']
  return typeof appUrl === 'string' ? appUrl : null
}

/** Returns the current registration as input for an update. */
function inputOf(app: Registration): RegistrationInput {
  return {
    name: app.name,
    requested_scopes: app.requested_scopes,
    optional_scopes: app.optional_scopes,
    redirect_uris: app.redirect_uris,
    install_scope: app.install_scope,
    webhook_topics: app.webhook_topics,
    admin_manifest_json: app.admin_manifest_json,
    countries: app.countries,
    price: app.price,
  }
}

/** Resolves links to the same folder. A deleted folder keeps its path. */
function realDir(dir: string): string {
  try {
    return realpathSync(dir)
  } catch {
    return dir
  }
}

function isRunningElsewhere({ tools: { paths } }: RegisteringContext, { by }: EarlierUrl, own: string): boolean {
  return by !== undefined && by !== own && existsSync(by) && runningSession({ paths, dir: by }) !== null
}

function rivalText({ by }: EarlierUrl): string {
  return `\`app dev\` in ${by} runs the same app on this emulator. Its deliveries now arrive in this session, and only one of the two sessions has the token.`
}

interface LeftRegistration {
  /** The note of a killed run. */
  readonly left: ReturnType<typeof readEarlierUrl>
  readonly webhookUrl: string
}

/** Returns the URL to restore, or null for the app's own. A gateway's URL, of this run or a killed one, was not chosen by a user. */
function oldAddress(before: Registration | null, { left, webhookUrl }: LeftRegistration): string | null {
  const url = before?.webhook_url ?? null
  if (left !== null && url === left.ours) return left.before
  return url === webhookUrl ? null : url
}
