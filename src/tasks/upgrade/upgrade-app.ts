import { resolve } from 'node:path'

import type { Context } from '../../context.ts'
import type { Project } from '../../project/app-toml.ts'
import { packageManagement } from '../../scaffold/package-manager.ts'
import { applyUpgrade, wasStopped } from '../../scaffold/upgrade/apply-upgrade.ts'
import { rejectUncommitted } from '../../scaffold/upgrade/committed.ts'
import { planUpgrade } from '../../scaffold/upgrade/plan-upgrade.ts'
import type { ShownUpgrade } from '../../views/upgrade.ts'
import { slotsLeftOut } from './template-slots.ts'

export interface UpgradeOptions {
  /** Folder with the template that the app was created from, as typed. */
  readonly base?: string | undefined
  /** Whether to write files. Otherwise the changes are only listed. */
  readonly isMeant: boolean
  readonly wantsPatch: boolean
}

export interface UpgradeOutcome extends ShownUpgrade {
  /** Changes as a patch, or null if not requested. */
  readonly patch: string | null
}

/** Upgrades the app to this version's template, or lists the changes. Raises `upgrade.*`, `storage.*` and `usage.invalid`. */
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
  // Without a write nothing can be lost. The remains of an interrupted upgrade are reported anyway.
  if (isMeant && (plan.writes.size > 0 || wasStopped(dir))) await rejectUncommitted({ env }, dir)
  // From here on, Ctrl-C no longer leaves everything unchanged.
  interrupted.throwIfAborted()
  const applied = isMeant && plan.writes.size > 0
  if (applied) applyUpgrade(dir, plan)
  const { template, from, to, upToDate, changes } = plan
  const slots = upToDate ? [] : slotsLeftOut(chosen, config)
  const { packageManager } = packageManagement(dir, env)
  return {
    template,
    from,
    to,
    upToDate,
    applied,
    changes,
    slots,
    packageManager,
    patch: wantsPatch ? await plan.patch() : null,
  }
}
