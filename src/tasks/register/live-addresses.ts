import { basename } from 'node:path'

import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { isOneSite, ONE_SITE } from '../../project/address-shapes.ts'
import { whatIsWrongWithLive, type LiveKey } from '../../project/app-shape.ts'
import { changeAppToml, type Project } from '../../project/app-toml.ts'
import { liveLevel } from '../../project/live/live-lock.ts'
import { addressProblem, type LiveAddress } from '../../project/live/live-probe.ts'
import type { Warning } from '../../project/registration-warnings.ts'
import { sharedClient, siblingUrl } from '../../project/toml/shared-client.ts'
import { defined } from '../../text/defined.ts'

/** From `--base-url`, `--admin-url`, `--client-id`. Undefined if missing. */
export type GivenLive = Readonly<Record<LiveKey, string | undefined>>

export interface CompletedLive {
  readonly project: Project
  readonly warnings: readonly Warning[]
}

interface LiveQuestion {
  readonly message: string
  /** Where the user finds the value. */
  readonly where: string
}

const questions: Readonly<Record<LiveKey, LiveQuestion>> = {
  base_url: {
    message: 'base_url',
    where:
      "base_url is the platform's API address without /api/apps/v1, for example https://api.example. Find it in the developer console or its documentation.",
  },
  admin_url: {
    message: 'admin_url',
    where:
      "admin_url is the store admin's address without /admin, for example https://store.example. Sign in as the store owner and copy the start of the address.",
  },
  client_id: {
    message: 'client_id (empty if the app is not registered yet)',
    where: 'client_id starts with cli_. The developer console shows it once the app is registered.',
  },
}

/**
 * Completes [targets.live] of app.toml from the given values, app.toml, or else questions. Requests
 * each URL once without a secret. In a terminal client_id may stay empty, because the console shows
 * it only after the registration. Raises `project.*`, and then nothing was written.
 */
export async function completeLive(context: Context, project: Project, given: GivenLive): Promise<CompletedLive> {
  const known = { ...liveOf(project), ...defined(given) }
  // Validates the given values before anything is sent.
  editLive(project, known).check()
  const warnings: Warning[] = []
  for (const which of ['base_url', 'admin_url'] as const) {
    known[which] = await goodAddress(context, { which, project, known, isOff: isOff(context, project), warnings })
  }
  if (context.terminal.isInteractive) known.client_id ??= await askLive(context, 'client_id', { project, known })
  return { project: writeLive(context, project, known), warnings }
}

/** Asks for the client_id that the console shows after the registration, and saves it. Empty input skips it. */
export async function completeClientId(context: Context, project: Project): Promise<Project> {
  if (!context.terminal.isInteractive || project.config.live?.clientId != null) return project
  const question = { message: 'client_id from the developer console (empty to skip)', where: '' }
  const value = await askLive(context, 'client_id', { project, known: liveOf(project) }, question)
  return writeLive(context, project, { client_id: value })
}

type Known = Readonly<Partial<Record<LiveKey, string | null>>>

function liveOf({ config: { live } }: Project): Record<LiveKey, string | null> {
  return { base_url: live?.baseUrl ?? null, admin_url: live?.adminUrl ?? null, client_id: live?.clientId ?? null }
}

function editLive(project: Project, known: Known) {
  const before = liveOf(project)
  const edits = (Object.keys(known) as LiveKey[]).flatMap((key) => {
    const value = known[key] ?? null
    return value === null || value === before[key] ? [] : [{ path: ['targets', 'live', key], value }]
  })
  return { names: edits.map(({ path }) => String(path.at(-1))), ...changeAppToml(project.file, edits) }
}

function writeLive({ terminal }: Context, project: Project, known: Known): Project {
  const { names, write } = editLive(project, known)
  if (names.length === 0) return project
  const config = write()
  terminal.note(`Wrote ${names.join(', ')} to [targets.live] in ${basename(project.file)}.`)
  return { ...project, config }
}

interface Asked {
  readonly which: LiveAddress
  readonly project: Project
  readonly known: Known
  /** Whether nothing may be sent to the live platform. */
  readonly isOff: boolean
  readonly warnings: Warning[]
}

/** Returns a URL that responds as expected. Raises `project.invalid` if it does not and there is no terminal to ask on. */
async function goodAddress(context: Context, asked: Asked): Promise<string> {
  const { terminal } = context
  const { which, known, isOff, warnings } = asked
  for (let value = known[which] ?? null; ; value = null) {
    const address = value ?? (await askLive(context, which, asked)) ?? ''
    const problem = isOff ? null : await addressProblem(context.send, which, new URL(address))
    if (problem === null) return address
    const { text: message } = problem
    if (!terminal.isInteractive) {
      if (problem.isWrong) {
        throw new AppError('project.invalid', `${message} Nothing was written.`, {
          details: { field: `targets.live.${which}` },
          suggestions: ['If the address is wrong: app register --target live --base-url <url> --admin-url <url>'],
        })
      }
      warnings.push({ code: 'address-unchecked', message })
      return address
    }
    terminal.note(message)
    if (await terminal.ask.confirm({ message: 'Use it anyway?', default: false })) return address
  }
}

/** Asks for a value, which may be pasted with blanks and quotes around it. Null for an empty client_id. */
async function askLive(
  { terminal }: Context,
  key: LiveKey,
  { project, known }: Pick<Asked, 'project' | 'known'>,
  { message, where } = questions[key],
): Promise<string | null> {
  const check = (text: string): true | string => {
    const value = bare(text)
    if (value === '' && key === 'client_id') return true
    if (key === 'admin_url' && isOneSite(known.base_url ?? '', value)) return `It ${ONE_SITE}`
    const shared = key === 'client_id' ? sharedClient(project.file, { ...known, client_id: value }) : null
    if (shared !== null) return `It ${shared}`
    const wrong = whatIsWrongWithLive(key, value)
    return wrong === null || `${key} ${wrong}`
  }
  if (where !== '') terminal.note(where)
  const usual = key === 'client_id' ? null : siblingUrl(project.file, key)
  const flag = `--${key.replace('_', '-')}`
  return bare(await terminal.ask.input({ message, check, flag, ...(usual !== null && { default: usual }) })) || null
}

/** Removes blanks and quotes around a value. */
export function bare(text: string): string {
  return text
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim()
}

function isOff({ env }: Context, { config }: Project): boolean {
  return liveLevel(env, { live: config.live?.level ?? 'read' }) === 'off'
}
