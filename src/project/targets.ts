import { AppError } from '../errors.ts'
import type { LiveKey } from './app-shape.ts'
import type { Project } from './app-toml.ts'
import type { LiveLevel } from './live/live-level.ts'

export interface Target {
  readonly name: 'emulator' | 'live'
  /** Key for stored secrets and installs: the emulator's data folder, whose ports may change, or the live origin (T25). */
  readonly identity: string
  /** The project's app key, or null for the emulator without a project. */
  readonly appKey: string | null
  /** API base URL. */
  readonly baseUrl: URL
  /** The store's own admin, never the platform's (INST-019). */
  readonly adminUrl: URL
  /** Set by app.toml for the live platform. On the emulator, the registration has it. */
  readonly clientId: string | null
  /** Access that app.toml allows. The emulator allows everything. `live-lock.ts` decides. */
  readonly live: LiveLevel
  /** The control API, which only the emulator has. */
  readonly control: { readonly url: string; readonly token: string } | null
}

/** The parts of the emulator's run file that define a target. */
export interface RunningEmulator {
  /** Id of the emulator's data folder. */
  readonly id: string
  readonly urls: { readonly api: string; readonly admin: string; readonly portal: string }
  readonly controlToken: string
}

export interface TargetChoice {
  readonly project: Project
  /** `emulator` or `live`. */
  readonly name: string
  /** Run file of the running emulator, if any. */
  readonly runFile: RunningEmulator | null
}

/**
 * Returns the platform's target. It never falls back to another one. Raises `emulator.not-running`,
 * `project.live-incomplete` and, for another name, `usage.invalid`.
 */
export function resolveTarget({ project, name, runFile }: TargetChoice): Target {
  if (name === 'live') return liveTarget(project)
  if (name === 'emulator') return emulatorTarget(runFile, project)
  throw new AppError('usage.invalid', `Unknown target ${JSON.stringify(name)}.`, {
    suggestions: ['Use emulator or live.'],
  })
}

/** Returns the running emulator as a target. Raises `emulator.not-running`. */
export function emulatorTarget(runFile: RunningEmulator | null, project?: Project): Target {
  if (runFile === null) {
    throw new AppError('emulator.not-running', 'No emulator is running.', {
      suggestions: ['app emulator start', 'app dev'],
    })
  }
  const { id, urls, controlToken } = runFile
  return {
    name: 'emulator',
    identity: `emulator:${id}`,
    appKey: project?.config.key ?? null,
    baseUrl: new URL(urls.api),
    adminUrl: new URL(urls.admin),
    clientId: null,
    live: 'write',
    control: { url: urls.portal, token: controlToken },
  }
}

/** Returns the required keys missing from [targets.live] in app.toml. Empty if the live platform is configured. */
export function missingOfLive({ config }: Pick<Project, 'config'>): LiveKey[] {
  const { baseUrl, adminUrl, clientId } = config.live ?? {}
  const known = { base_url: baseUrl, admin_url: adminUrl, client_id: clientId }
  return (['base_url', 'admin_url', 'client_id'] as const).filter((key) => !known[key])
}

function liveTarget({ file, config }: Project): Target {
  const { baseUrl, adminUrl, clientId, level } = config.live ?? {}
  const missing = missingOfLive({ config })
  if (!baseUrl || !adminUrl || !clientId) {
    throw new AppError('project.live-incomplete', `${file}: [targets.live] lacks ${missing.join(', ')}.`, {
      details: { file, missing },
      suggestions: ['In a terminal, `app register --target live` prompts for each value and shows where to find it.'],
    })
  }
  const base = new URL(baseUrl)
  // Reading app.toml has verified that it is https or on this machine (T31).
  return {
    name: 'live',
    identity: base.origin,
    appKey: config.key,
    baseUrl: base,
    adminUrl: new URL(adminUrl),
    clientId,
    live: level ?? 'read',
    control: null,
  }
}
