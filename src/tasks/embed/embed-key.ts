import type { KeyObject } from 'node:crypto'

import type { Context } from '../../context.ts'
import { nullFor } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'
import type { Target } from '../../project/targets.ts'
import { triggerKey } from '../../webhooks/trigger-input.ts'

/** Returns the key of the app's signing secret, which also signs embed tokens (EMB-073). Raises the errors of `signingSecret`. */
export async function embedKey(context: Context, project: Project, target: () => Promise<Target>): Promise<KeyObject> {
  return (await triggerKey({ ...context, project, target })).key
}

/** Returns the same key, or null without a configured secret. */
export async function embedKeyIfAny(
  context: Context,
  project: Project,
  target: () => Promise<Target>,
): Promise<KeyObject | null> {
  return embedKey(context, project, target).catch(nullFor('project.not-registered', 'emulator.not-running'))
}
