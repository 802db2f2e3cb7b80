import type { KeyObject } from 'node:crypto'

import { isTopic } from '../catalog/topics.ts'
import type { Context } from '../context.ts'
import type { Credentials, SecretSource } from '../credentials/credentials.ts'
import { environmentValue, variableSource, whyNotUsed } from '../credentials/env.ts'
import { AppError, hasCode } from '../errors.ts'
import { changed } from '../errors/changed.ts'
import type { Project } from '../project/app-toml.ts'
import { withInstalls } from '../project/installs.ts'
import type { StatePaths } from '../project/paths.ts'
import type { Target } from '../project/targets.ts'
import { signingKey } from '../protocol/signing-key.ts'
import { defined } from '../text/defined.ts'
import { chooseOrigin } from './event-origin.ts'
import type { TriggerInput } from './trigger.ts'

export interface KeyTools extends Pick<Context, 'env' | 'credentials'> {
  readonly project: Project
  readonly target: () => Promise<Target>
}

export interface SigningSecret {
  readonly secret: string
  /** Identity of the target that the secret belongs to; null if the secret came from the environment and no target was needed. */
  readonly identity: string | null
  /** Source of the secret, if recorded. */
  readonly source: SecretSource | null
}

export interface TriggerKey extends Pick<SigningSecret, 'identity'> {
  readonly key: KeyObject
}

/** Returns the key of the app's webhook signing secret. Raises the errors of `signingSecret`. */
export async function triggerKey(tools: KeyTools): Promise<TriggerKey> {
  const { secret, identity } = await signingSecret(tools)
  return { key: signingKey(secret), identity }
}

/**
 * Returns the app's webhook signing secret: SVCAPP_SIGNING_SECRET if it is set for this target, else the stored
 * one. Neither needs a running emulator. Raises `project.not-registered` and the errors of resolving the target.
 */
export async function signingSecret({ env, credentials, project, target }: KeyTools): Promise<SigningSecret> {
  const appKey = project.config.key
  const found = await target().catch(unlessUnknown)
  const isKnown = !(found instanceof AppError)
  const isEmulator = isKnown ? found.name === 'emulator' : found.code === 'emulator.not-running'
  const store = await credentials({ isEmulator })
  const identity = isKnown ? found.identity : isEmulator ? await keptIdentity(store, appKey) : null
  const asked = { identity: identity ?? (isEmulator ? 'emulator:' : 'live'), kind: 'signing-secret' } as const
  const given = environmentValue(env, asked)
  const source = given === null ? store.source({ ...asked, appKey }) : variableSource('signing-secret')
  if (given !== null) return { secret: given, identity: isKnown ? identity : null, source }
  const secret = identity === null ? null : await store.get({ ...asked, appKey })
  if (secret) return { secret, identity, source }
  // Without an emulator it is unknown whether the app is registered there.
  const error = isKnown ? noSigningSecret(appKey, isEmulator) : found
  throw namingVariable(error, whyNotUsed(env, asked))
}

function namingVariable(error: AppError, unused: string | null): AppError {
  return unused === null ? error : changed(error, { suggestions: [unused, ...error.advice] })
}

function noSigningSecret(appKey: string, isEmulator: boolean): AppError {
  return new AppError(
    'project.not-registered',
    `The webhook signing secret of ${appKey} is not stored on this machine.`,
    {
      suggestions: isEmulator
        ? ['app register', 'Or set SVCAPP_SIGNING_SECRET and SVCAPP_TARGET=emulator.']
        : ['app secret set signing --target live', 'Or set SVCAPP_SIGNING_SECRET.'],
    },
  )
}

function unlessUnknown(error: unknown): AppError {
  if (hasCode(error, 'emulator.not-running', 'project.live-incomplete')) return error
  throw error
}

/** Returns the emulator of the secret that was stored last, running or not; null if none is stored. */
async function keptIdentity(store: Credentials, appKey: string): Promise<string | null> {
  const kept = (await store.list()).filter(
    (row) => row.kind === 'signing-secret' && row.appKey === appKey && row.identity?.startsWith('emulator:') === true,
  )
  const [newest] = kept.toSorted((a, b) => (b.savedAt?.getTime() ?? 0) - (a.savedAt?.getTime() ?? 0))
  return newest?.identity ?? null
}

export interface TriggerFlags {
  readonly topic: string
  readonly to: string
  readonly isGateway: boolean
  readonly store?: string | undefined
  readonly region?: string | undefined
  readonly body: Uint8Array | undefined
  readonly set?: readonly string[] | undefined
  readonly 'event-id'?: string | undefined
  readonly ageMs: number
  readonly 'bad-signature': boolean
  readonly duplicate: boolean
}

export interface TriggerFacts {
  readonly paths: StatePaths
  readonly project: Project
  readonly identity: string | null
}

/** Combines the flags with facts of the project and its installs into one event, and lists the invented values. Raises `usage.invalid` and `pin.*`. */
export function triggerInput(place: TriggerFacts, flags: TriggerFlags): { input: TriggerInput; note: string | null } {
  const { topic, to, isGateway, set, body, ageMs, duplicate } = flags
  if (!isTopic(topic))
    throw new AppError('usage.invalid', `Unknown topic ${topic}.`, { suggestions: ['app webhook topics'] })
  const { note, ...origin } = originOf(place, flags)
  const input: TriggerInput = {
    topic,
    to,
    isGateway,
    ...origin,
    ageMs,
    duplicate,
    badSignature: flags['bad-signature'],
    ...defined({ set, body, eventId: flags['event-id'] }),
  }
  return { input, note }
}

/** Returns the store and region that an event claims, from the known installs. Raises `usage.invalid` and `pin.*`. */
export function originOf(
  { paths, project, identity }: TriggerFacts,
  { store, region }: Pick<TriggerFlags, 'store' | 'region'>,
) {
  return withInstalls(paths, (installs) => {
    const appKey = project.config.key
    const mine = installs
      .listAll()
      .filter((one) => one.appKey === appKey && (identity === null || one.identity === identity))
    const current = identity === null ? null : installs.current({ identity, appKey })
    return chooseOrigin({ installs: mine, current, store, region })
  })
}
