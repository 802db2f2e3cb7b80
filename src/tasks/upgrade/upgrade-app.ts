import { resolve } from 'node:path'

import type { Context } from '../../context.ts'
import type { Project } from '../../project/app-toml.ts'
import { applyUpgrade, wasStopped } from '../../scaffold/upgrade/apply-upgrade.ts'
import { refuseUncommitted } from '../../scaffold/upgrade/committed.ts'
import { planUpgrade } from '../../scaffold/upgrade/plan-upgrade.ts'
import type { ShownUpgrade } from '../../views/upgrade.ts'
import { slotsLeftOut } from './template-slots.ts'

export interface UpgradeOptions {
  /** Folder with the template that the app was created from, as typed. */
  readonly base?: string | undefined
  /** Whether to write files. Otherwise only the changes are determined. */
  readonly isMeant: boolean
  readonly wantsPatch: boolean
}

export interface UpgradeOutcome extends ShownUpgrade {
  /** Changes as a patch, or null if not requested. */
  readonly patch: string | null
}

/** Brings the app to the template of this version, or says what that would do. Raises `upgrade.*`, `storage.*` and `usage.invalid`. */
export async function upgradeApp(
  { env, packageRoot, cwd, interrupted }: Context,
  { dir, config }: Project,
  { base, isMeant, wantsPatch }: UpgradeOptions,
): Promise<UpgradeOutcome> {
  const { key, name, installScope, countries, scopes, webhooks } = config
  const { required, optional: optionalScopes } = scopes
  const chosen = { key, name, installScope, countries, scopes: required, optionalScopes, topics: webhooks.topics }
  const given = base === undefined ? undefined : resolve(cwd, base)
  const plan = await planUpgrade({ env, packageRoot }, { dir, chosen, given })
  // Where nothing is written nothing can get lost; what a stopped upgrade has left is told all the same.
  if (isMeant && (plan.writes.size > 0 || wasStopped(dir))) await refuseUncommitted({ env }, dir)
  // The last moment at which Ctrl-C leaves everything unchanged.
  interrupted.throwIfAborted()
  const applied = isMeant && plan.writes.size > 0
  if (applied) applyUpgrade(dir, plan)
  const { template, from, to, upToDate, changes } = plan
  const slots = upToDate ? [] : slotsLeftOut(chosen, config)
  return { template, from, to, upToDate, applied, changes, slots, patch: wantsPatch ? await plan.patch() : null }
}
