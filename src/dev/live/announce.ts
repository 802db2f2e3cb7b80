import { AppError } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'
import { losesTokens, type ConsoleField } from '../../project/live/console-fields.ts'
import type { Registration } from '../../project/registration.ts'
import { secondApp } from '../../project/toml/registration-files.ts'
import type { DevContext } from '../context.ts'
import type { PortalEvent } from '../events/dev-event.ts'
import { readNote, writeNote, type NoteOwner } from '../notes/app-note.ts'
import { confirmConsole, consoleList, isHeldElsewhere } from './console.ts'

export interface Announcement {
  readonly identity: string
  readonly registration: Registration
  /** Public origin of the gateway, as registered. */
  readonly origin: string
  /** `--published` or `--no-published`. Undefined if a user can be asked. */
  readonly published: boolean | undefined
}

/**
 * Lists the changes for the developer console and waits until a user has made them, because the
 * platform has no API for it and does not show the registration. Without a terminal the printed
 * values count as entered. Returns whether the app is published. For a published app no change is
 * ever advised (APP-026, A17): a user may confirm that the console already shows these values.
 * Raises `dev.published` if it does not, and `cli.interrupted` if the user declines.
 */
export async function announceFields(dev: DevContext, announcement: Announcement): Promise<boolean> {
  const { trust } = dev.tools
  const changes = listChanges(dev, announcement)
  if (changes.length === 0) {
    emitPortal(dev, { advice: 'none', changes, note: null })
    return announcement.published === true
  }
  if (await isPublished(dev, announcement)) {
    await confirmSame(dev, changes)
    confirm(dev, announcement)
    return true
  }
  const { config, dir } = dev.options.project
  const isElsewhere = isHeldElsewhere(placeOf(dev, announcement), config)
  emitPortal(dev, { advice: 'change', changes, note: isElsewhere ? ELSEWHERE + secondApp(dir) : null })
  const message = `Does the developer console have these values for ${keyOf(dev)} now?`
  const isSafe = !isElsewhere && !losesTokens(changes)
  if (trust.isInteractive && !(await trust.ask.confirm({ message, default: isSafe })))
    throw notSaved(isElsewhere ? secondApp(dir).trim() : '')
  confirm(dev, announcement)
  return false
}

/** Returns the note that precedes the questions about secrets if another machine may use the app, else null. */
export function otherMachineNote(place: NoteOwner, { config, dir }: Pick<Project, 'config' | 'dir'>): string | null {
  if (!isHeldElsewhere(place, config)) return null
  return `No values were confirmed on this machine before. If another machine receives this app's events, press Ctrl-C to stop.${secondApp(dir)}`
}

const ELSEWHERE =
  "No values were confirmed on this machine before. If another machine receives this app's events, these values reroute them to this machine. In that case, leave the console unchanged."

/** Reports that the public URL changed during the session. */
export function announceChange(dev: DevContext, announcement: Announcement): void {
  if (announcement.published === true) {
    if (listChanges(dev, announcement).length === 0) return
    const text =
      'The public address has changed. A published app must keep its address, so nothing from the platform arrives now. Stop `app dev`, then start it with the registered address.'
    return dev.emit({ event: 'notice', text })
  }
  const note = 'The app still runs with the old address. Change the console, then restart `app dev`.'
  announceAgain(dev, announcement, { advice: 'change', note })
}

/** Reports a change of app.toml during the session with the console's new values. Nothing changes there for a published app. */
export function announceConfig(dev: DevContext, announcement: Announcement): void {
  if (announcement.published === true)
    return announceAgain(dev, announcement, {
      advice: 'compare',
      note: 'These values differ from the current app.toml.',
    })
  const note = dev.tools.trust.isInteractive ? CONFIRM : null
  announceAgain(dev, announcement, { advice: 'change-then-install', note })
}

const CONFIRM = 'To confirm the values, run `app register --target live` in another terminal, or restart `app dev`.'

/** No question can be asked while keys are read, so on a terminal the next start asks about the console. */
function announceAgain(dev: DevContext, announcement: Announcement, event: Pick<PortalEvent, 'advice' | 'note'>): void {
  const changes = listChanges(dev, announcement)
  if (changes.length === 0) return
  const isInstalled = changes.some(({ field }) => takesInstall.has(field))
  const advice = event.advice === 'change-then-install' && !isInstalled ? 'change' : event.advice
  emitPortal(dev, { changes, advice, note: event.note })
  if (advice !== 'compare' && !dev.tools.trust.isInteractive) confirm(dev, announcement)
}

/** Stores get changes of these fields only with the next install (SCOPE-001, INST-070). */
const takesInstall: ReadonlySet<string> = new Set<keyof Registration>([
  'requested_scopes',
  'optional_scopes',
  'webhook_topics',
  'install_scope',
])

function listChanges(dev: DevContext, announcement: Announcement): ConsoleField[] {
  return consoleList(placeOf(dev, announcement), announcement.registration).filter(({ differs }) => differs)
}

function confirm(dev: DevContext, announcement: Announcement): void {
  const { registration: fields, origin } = announcement
  confirmConsole(placeOf(dev, announcement), { fields, origin, at: dev.tools.now().toISOString() })
}

function placeOf(dev: DevContext, { identity }: Announcement) {
  return { paths: dev.tools.paths, identity, appKey: keyOf(dev) }
}

function keyOf({ options }: DevContext): string {
  return options.project.config.key
}

function emitPortal(dev: DevContext, event: Omit<PortalEvent, 'event' | 'appKey'>): void {
  dev.emit({ event: 'portal', appKey: keyOf(dev), ...event })
}

function notSaved(otherwise: string): AppError {
  const save =
    'Save the values in the developer console, or restore the earlier values in app.toml. Then run the command again.'
  return new AppError('cli.interrupted', 'Stopped, because the developer console does not have these values.', {
    suggestions: [otherwise || save],
  })
}

/** The platform does not show it, so the last answer is the default of the next question. */
async function isPublished(dev: DevContext, announcement: Announcement): Promise<boolean> {
  const { trust } = dev.tools
  const { published } = announcement
  if (published !== undefined || !trust.isInteractive) return published === true
  const place = placeOf(dev, announcement)
  const message = `Is ${keyOf(dev)} published on the platform?`
  const before = readNote(place, 'published')?.['published'] === true
  const answer = await trust.ask.confirm({ message, default: before })
  if (answer !== before) writeNote(place, 'published', { published: answer })
  return answer
}

async function confirmSame(dev: DevContext, changes: readonly ConsoleField[]): Promise<void> {
  const { trust } = dev.tools
  emitPortal(dev, { advice: 'compare', changes, note: null })
  const message = `Does the console already show exactly these values for ${keyOf(dev)}?`
  if (trust.isInteractive && (await trust.ask.confirm({ message, default: false }))) return
  throw new AppError(
    'dev.published',
    "The app is published. Another appUrl would return the app to review, and until approval its panels work only in test stores. Another webhook_url would send real stores' events to this machine.",
    {
      details: { fields: changes.map(({ field }) => field) },
      suggestions: [
        secondApp(dev.options.project.dir).trim() || [],
        'If the console already shows these values, run the command once in a terminal and confirm them.',
      ].flat(),
    },
  )
}
