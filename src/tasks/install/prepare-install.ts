import { join } from 'node:path'

import type { Context } from '../../context.ts'
import type { Registration } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { readConfirmed } from '../../dev/live/console.ts'
import { obtainByApproval } from '../../install/approve.ts'
import { graceAfter } from '../../install/grace.ts'
import type { InstallAppInput, InstallAppTools } from '../../install/install-app.ts'
import { obtainByBrowser, obtainByPaste, type Obtain } from '../../install/obtain.ts'
import type { Project } from '../../project/app-toml.ts'
import { requireLive } from '../../project/live/live-lock.ts'
import { requireTrustedOrigin } from '../../project/origin-trust.ts'
import type { Target } from '../../project/targets.ts'
import { writeFileAtomic } from '../../storage/files.ts'
import { warnOfOtherBaseUrl } from '../live/other-base-url.ts'
import { trustTools } from '../live/trust-tools.ts'
import { askMissingSecrets } from '../secret/set-secret.ts'
import { findInstallPlace, type EmulatorInstallPlace } from '../selection/install-place.ts'
import { confirmReplacing, confirmRevoking } from './confirm-revoking.ts'
import { finalAddresses } from './final-addresses.ts'

export interface InstallRequest {
  readonly project: Project
  readonly target: Target
  /** The emulator's client, or null on the live platform. */
  readonly control: ControlClient | null
  readonly flags: {
    readonly store?: string | undefined
    readonly region?: string | undefined
    readonly paste: boolean
    readonly approve: boolean
    readonly yes?: boolean | undefined
    /** In seconds. */
    readonly timeout: number
  }
}

/**
 * Creates the tools and input of an install from the context. Does not ask again for a `confirmed` place. Raises `live.locked` and the errors of store
 * selection, origin trust and `confirmRevoking`, before anything is sent.
 */
export async function prepareInstall(
  context: Context,
  request: InstallRequest,
  confirmed?: EmulatorInstallPlace | null,
): Promise<{ tools: InstallAppTools; input: InstallAppInput }> {
  const { project, target, control } = request
  const { config } = project
  await requireLive(context, target, 'read')
  await requireTrustedOrigin(trustTools(context), target)
  if (control === null) await warnOfOtherBaseUrl(context)
  const registration = control === null ? null : await control.app({ key: config.key })
  const place = confirmed ?? (await confirmPlace(context, request))
  if (control === null) await askMissingSecrets(context, { project, target, names: ['client_secret'] })
  const { send, paths, now, sleep, randomBytes, terminal, interrupted } = context
  const tools: InstallAppTools = {
    send,
    credentials: await context.credentials({ isEmulator: target.name === 'emulator' }),
    paths,
    now,
    sleep,
    randomBytes,
    note: (text) => terminal.note(text),
    obtain: await chooseWay(context, request, place),
    rescue: (token) => rescueToken(context, token),
    signal: graceAfter(interrupted, (ms) => sleep(ms)),
    stores: async () => (await control?.stores()) ?? [],
  }
  const redirectUri = returnAddress(context, request, registration)
  const topics = registration?.webhook_topics ?? config.webhooks.topics
  // A live target always has one. The emulator's registration has its own.
  const clientId = registration?.client_id ?? target.clientId ?? ''
  return { tools, input: { config, target, clientId, redirectUri, topics } }
}

/** Asks before a token in use is revoked. Returns the place on the emulator, or null if another browser or the live platform selects it. */
async function confirmPlace(
  context: Context,
  { project, target, control, flags }: InstallRequest,
): Promise<EmulatorInstallPlace | null> {
  const app = { identity: target.identity, appKey: project.config.key }
  const revoking = { app, dir: project.dir, receiver: 'cli', isAgreed: flags.yes === true } as const
  if (control === null) {
    await confirmRevoking(context, revoking)
    return null
  }
  // Another browser may be signed in already. Its store must match only if a store was given.
  const isElsewhere = flags.paste && flags.store === undefined && flags.region === undefined
  const place = isElsewhere ? null : await findInstallPlace(context, { app, control, flags })
  await confirmReplacing(context, revoking, place?.replaces ?? null)
  return place
}

/** Returns the first registered redirect URI, the only one that the platform uses (INST-026), or that of app.toml if the registration cannot be read. */
function returnAddress({ terminal }: Context, { project }: InstallRequest, registration: Registration | null): string {
  const own = project.config.redirectUris[0] ?? ''
  const redirectUri = registration?.redirect_uris[0] ?? own
  if (redirectUri !== own) {
    terminal.note(`${redirectUri} is registered, but app.toml has ${own || 'no redirect URL'}. Run \`app register\`.`)
  }
  return redirectUri
}

/**
 * Returns whether the user must paste the final URL: as requested, or because the console's redirect URL, as last confirmed on this
 * machine, is not that of app.toml. The browser then does not return to this command.
 */
function isPasted({ terminal, paths }: Context, { project, target, control, flags }: InstallRequest): boolean {
  const { key: appKey, redirectUris } = project.config
  const own = redirectUris[0] ?? 'none'
  const confirmed = readConfirmed({ paths, identity: target.identity, appKey })?.fields.redirect_uris?.[0]
  if (flags.paste || control !== null || confirmed === undefined || confirmed === own) return flags.paste
  const both = `The developer console has the redirect URL ${confirmed}, but app.toml has ${own}, so the browser does not return to this command.`
  terminal.note(
    terminal.isInteractive ? `${both} Paste the browser's final URL here, as with --paste.` : `${both} Use --paste.`,
  )
  return terminal.isInteractive
}

async function chooseWay(
  context: Context,
  request: InstallRequest,
  place: EmulatorInstallPlace | null,
): Promise<Obtain> {
  const { flags, control, target } = request
  const { terminal, interrupted, openBrowser, sleep } = context
  const timeoutMs = flags.timeout * 1000
  const note = (text: string) => terminal.note(text)
  const signIn = { store: place?.store.code ?? '', regionId: place?.regionId }
  const manager = control && place && ((next?: string) => control.signInUrl({ ...signIn, next }))
  // The manager of a test store that `app dev` opened has a random password.
  const entrance = manager === null ? {} : { entrance: manager }
  if (flags.approve && manager !== null) return obtainByApproval({ send: context.send, signInUrl: manager })
  if (isPasted(context, request)) {
    const addresses = () => finalAddresses(context, timeoutMs)
    return obtainByPaste({ note, addresses, target: target.name, ...entrance })
  }
  return obtainByBrowser({
    openBrowser,
    note,
    sleep,
    interrupted,
    timeoutMs,
    isInteractive: terminal.isInteractive,
    target: target.name,
    appName: request.project.config.name,
    ...entrance,
  })
}

/** Saves a live token to a plain file, only with permission and only if it would be lost otherwise (P19). */
async function rescueToken({ terminal, paths, now }: Context, token: string): Promise<string | null> {
  if (!terminal.isInteractive) return null
  const path = join(paths.home, `rescued-token-${now().getTime()}`)
  const message = `The token could not be stored. Write it to ${path}, readable only by you?`
  if (!(await terminal.ask.confirm({ message, default: true }))) return null
  writeFileAtomic({ path, content: `${token}\n` })
  return path
}
