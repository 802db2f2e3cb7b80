import type { KeyObject } from 'node:crypto'

import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'
import type { Target } from '../../project/targets.ts'
import { triggerKey } from '../../webhooks/trigger-input.ts'

/** The key of the app's signing secret, which signs embed tokens too (EMB-073). Raises what `signingSecret` raises. */
export async function embedKey(context: Context, project: Project, target: () => Promise<Target>): Promise<KeyObject> {
  return (await triggerKey({ ...context, project, target })).key
}

/** The same; null while no secret is configured. */
export async function embedKeyIfAny(
  context: Context,
  project: Project,
  target: () => Promise<Target>,
): Promise<KeyObject | null> {
  try {
    return await embedKey(context, project, target)
  } catch (error) {
    const isMissing =
      error instanceof AppError && (error.code === 'project.not-registered' || error.code === 'emulator.not-running')
    if (isMissing) return null
    throw error
  }
}
