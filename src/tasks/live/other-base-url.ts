import { basename } from 'node:path'

import type { Context } from '../../context.ts'
import { runningSession } from '../../dev/lock.ts'
import { AppError } from '../../errors.ts'
import { loadProject, type Project } from '../../project/app-toml.ts'
import { liveNotes } from './live-console.ts'

/**
 * Returns another base_url that has secrets of the app, including install tokens, because app.toml may have a
 * typo. Null if the current base_url has some, or no other one has. Opens no keychain and never throws.
 */
export async function otherBaseUrl(context: Context): Promise<string | null> {
  try {
    const project = loadProject(context)
    const place = liveNotes(context, project)
    const rows = await (await context.credentials({ isEmulator: false })).list()
    const known = rows.flatMap(({ identity, appKey }) =>
      appKey === project.config.key && identity?.startsWith('http') === true ? [identity] : [],
    )
    if (place === null || known.length === 0 || known.includes(place.identity)) return null
    const others = [...new Set(known)].join(' and ')
    const file = basename(project.file)
    const stored = `Installs or secrets of ${place.appKey} are stored for ${others}.`
    return others === URL.parse(project.config.live?.adminUrl ?? '')?.origin
      ? `${stored} That is admin_url in ${file}, so base_url and admin_url may be swapped.`
      : `${stored} If that is the platform, fix base_url in ${file} (now ${place.identity}).`
  } catch {
    return null
  }
}

/** Terminals that have shown the note of their command. */
const noted = new WeakSet<Context['terminal']>()

/** Shows that another base_url has secrets of the app, once in a command. */
export async function noteOtherBaseUrl(context: Context): Promise<void> {
  const other = noted.has(context.terminal) ? null : await otherBaseUrl(context)
  if (other === null) return
  noted.add(context.terminal)
  context.terminal.note(other)
}

/**
 * Warns that another base_url has secrets of the app, before anything is set up for this one.
 * Raises `project.invalid` without a terminal, because the warning would be read too late.
 */
export async function warnOfOtherBaseUrl(context: Context): Promise<void> {
  if (context.terminal.isInteractive) return noteOtherBaseUrl(context)
  const other = await otherBaseUrl(context)
  if (other === null) return
  throw new AppError('project.invalid', other, {
    suggestions: ['If base_url is right, run the command in a terminal.'],
  })
}

/** Returns the live platform of the project's `app dev` if it differs from base_url. */
export function devElsewhere({ paths }: Pick<Context, 'paths'>, project: Project): string | null {
  const { file, dir } = project
  const origin = runningSession({ paths, dir })?.origin ?? null
  const own = liveNotes({ paths }, project)?.identity
  if (origin === null || own === undefined || origin === own) return null
  return `\`app dev\` is running for ${origin}, but base_url in ${basename(file)} is now ${own}`
}

export const RESTART_DEV = 'Fix base_url, or restart `app dev`.'
