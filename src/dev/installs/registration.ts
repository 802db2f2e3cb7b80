import { existsSync, realpathSync } from 'node:fs'

import type { RegisterAnswer, Registration, RegistrationInput } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { nullFor } from '../../errors.ts'
import { reloadProject, type Project } from '../../project/app-toml.ts'
import { refuseChangedKey, rememberKey } from '../../project/registered-keys.ts'
import { registrationOf } from '../../project/registration.ts'
import { panelChanges } from '../../protocol/judge/panel-changes.ts'
import { parseObject } from '../../text/json.ts'
import { runningSession } from '../lock.ts'
import type { Stage } from '../stage.ts'
import { forgetPutBack, notePutBack, readPutBack, type PutBack } from './put-back.ts'

export interface RegistrationFacts {
  readonly control: ControlClient
  readonly identity: string
  /** Where deliveries are to go while we run. */
  readonly webhookUrl: string
  /** What the portal knew before; null for a new app. */
  readonly before: Registration | null
}

/** As much of a stage as registering needs. */
export interface RegisteringStage extends Pick<Stage, 'emit' | 'atEnd'> {
  readonly tools: Pick<Stage['tools'], 'paths'>
  readonly options: Pick<Stage['options'], 'project'>
}

/**
 * Registers the app, or brings its registration up to date, with the gateway as webhook address; the old address is put back at the end.
 * Raises `project.key-changed` and `emulator.*`.
 */
export async function pointWebhooksHere(stage: RegisteringStage, facts: RegistrationFacts): Promise<RegisterAnswer> {
  const { control, identity, webhookUrl, before } = facts
  const { config } = stage.options.project
  const place = { paths: stage.tools.paths, identity, appKey: config.key }
  const owner = { identity, appKey: config.key, dir: stage.options.project.dir }
  refuseChangedKey(stage.tools.paths, owner)
  const usual = withoutReview(stage, before)
  const by = realDir(stage.options.project.dir)
  const left = readPutBack(place)
  const rival = left !== null && isRunningElsewhere(stage, left, by) ? left : null
  if (rival !== null) stage.emit({ event: 'notice', text: rivalText(rival) })
  const old = oldAddress(before, { left: rival === null ? left : null, webhookUrl })
  notePutBack(place, { ours: webhookUrl, before: old, by })
  const answer = await control.register({ key: config.key, ...usual, webhook_url: webhookUrl })
  rememberKey(stage.tools.paths, owner)
  stage.atEnd(async () => {
    const left = readPutBack(place) ?? { ours: webhookUrl, before: old }
    if (left.by !== undefined && left.by !== by) {
      // Another run has taken over, and puts back what was there before this one.
      if (left.before === webhookUrl) notePutBack(place, { ...left, before: old })
      return
    }
    const now = await registered(control, config.key)
    // What `app register` has registered meanwhile stays, including an address that it was given; the one to put back follows it.
    if (now?.webhook_url === left.ours) {
      await control.register({
        key: config.key,
        ...inputOf(now),
        webhook_url: left.before ?? usual.webhook_url ?? null,
      })
    }
    if (rival !== null && isRunningElsewhere(stage, rival, by)) notePutBack(place, rival)
    else forgetPutBack(place)
  })
  stage.emit({ event: 'registered', appKey: config.key, created: answer.created, warnings: answer.warnings })
  return answer
}

/**
 * At the end the redirect address of app.toml stands in the registration again, where this run had it follow the port of the app (`followPort`). Called before
 * `pointWebhooksHere`, so that it is the last.
 */
export function putRedirectBack({ options, atEnd }: Pick<Stage, 'options' | 'atEnd'>, control: ControlClient): void {
  const begun = writtenRedirects(options.project)
  atEnd(async () => {
    const { config } = options.project
    // The folder may have been moved or removed meanwhile.
    const own = writtenRedirects(options.project) ?? begun
    if (own === null || own[0] === config.redirectUris[0]) return
    const now = await registered(control, config.key)
    // Unless `app register` has registered another one meanwhile.
    if (now === null || now.redirect_uris[0] !== config.redirectUris[0]) return
    await control.register({ key: config.key, ...inputOf(now), webhook_url: now.webhook_url, redirect_uris: [...own] })
  })
}

/** The registration as the portal knows it; null before the first one. */
export async function registered(control: ControlClient, appKey: string): Promise<Registration | null> {
  return control.app({ key: appKey }).catch(nullFor('emulator.unknown-app'))
}

/** Of app.toml as it stands; null where it cannot be read. */
function writtenRedirects(project: Project): readonly string[] | null {
  try {
    return reloadProject(project).config.redirectUris
  } catch {
    return null
  }
}

/** The registration of app.toml, without what would send a published app back to review (APP-026): `app register` asks about that. */
function withoutReview({ options, emit }: RegisteringStage, before: Registration | null): RegistrationInput {
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

/** A registration as it stands, to be sent again. */
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

/** A link leads to the same folder; one that is gone is known by its name alone. */
function realDir(dir: string): string {
  try {
    return realpathSync(dir)
  } catch {
    return dir
  }
}

function isRunningElsewhere({ tools: { paths } }: RegisteringStage, { by }: PutBack, own: string): boolean {
  return by !== undefined && by !== own && existsSync(by) && runningSession({ paths, dir: by }) !== null
}

function rivalText({ by }: PutBack): string {
  return `\`app dev\` in ${by} runs the same app on this platform. Its deliveries now arrive here, and only one of the two has the token.`
}

interface LeftRegistration {
  /** What a run that was killed has left. */
  readonly left: ReturnType<typeof readPutBack>
  readonly webhookUrl: string
}

/** The address to put back; null for the app's own. A gateway's address, ours or that of a killed run, is not one that anybody has chosen. */
function oldAddress(before: Registration | null, { left, webhookUrl }: LeftRegistration): string | null {
  const url = before?.webhook_url ?? null
  if (left !== null && url === left.ours) return left.before
  return url === webhookUrl ? null : url
}
