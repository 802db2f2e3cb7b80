import { tokenExchange } from '../../catalog/oauth.ts'
import { isTopic, topics } from '../../catalog/topics.ts'
import type { Registration } from '../../control/contract.ts'
import { digestSecret, formatAccessToken } from '../../protocol/access-token.ts'
import { insertRow, prepared, updateRows } from '../../storage/statements.ts'
import type { EmulatorContext } from '../context.ts'
import { takeFault, type FaultyRequest } from '../faults/take-fault.ts'
import { planOf } from '../platform/plans.ts'
import { revokeTokens } from '../platform/tokens.ts'
import type { GoodGrant } from './find-grant.ts'

/**
 * Uses the code and creates its token, install record and subscriptions (INST-081, INST-082). The token of the replaced install,
 * in this region only, is revoked (B15). Runs inside one transaction of the registry. Returns the token, which is not stored.
 */
export function install(context: EmulatorContext, grant: GoodGrant): string {
  const { registry } = context
  const at = context.now().getTime()
  updateRows(registry, 'codes', { digest: grant.codeDigest }, { used_at: at })
  replaceOlder(context, grant, at)
  const token = formatAccessToken({ storeId: grant.store.id, regionId: grant.regionId, random: context.randomBytes })
  const scopes = JSON.stringify(grant.scopes)
  const place = { app_key: grant.app.app_key, store_id: grant.store.id, region_id: grant.regionId }
  const shape = grant.regionId === null ? 'store' : 'region'
  insertRow(registry, 'tokens', { digest: digestSecret(token), ...place, shape, scopes, created_at: at })
  // INST-073: the plan is chosen, but not paid yet.
  const isPending = planOf(context, { appKey: grant.app.app_key, storeId: grant.store.id }) === 'paid-pending'
  const { lastInsertRowid } = prepared(
    registry,
    `INSERT INTO installs (app_key, store_id, region_id, install_scope, scopes, subscription, installed_at, webhook_url, sealed_signing_secret)
     SELECT ?, ?, ?, ?, ?, ?, ?, webhook_url, sealed_signing_secret FROM apps WHERE app_key = ?`,
  ).run(...Object.values(place), shape, scopes, isPending ? 'P' : 'active', at, grant.app.app_key)
  subscribe(context, grant, Number(lastInsertRowid))
  return token
}

function replaceOlder(context: EmulatorContext, { app, store, regionId }: GoodGrant, at: number): void {
  const { registry } = context
  const place = [app.app_key, store.id, regionId] as const
  revokeTokens(context, { appKey: app.app_key, storeId: store.id, regionId }, { at, because: 'reinstalled' })
  const replaced = prepared(
    registry,
    'UPDATE installs SET removed_at = ? WHERE app_key = ? AND store_id = ? AND region_id IS ? AND removed_at IS NULL RETURNING id',
  ).all(at, ...place)
  for (const { id } of replaced) {
    prepared(registry, 'UPDATE subscriptions SET removed_at = ? WHERE install_id = ? AND removed_at IS NULL').run(
      at,
      Number(id),
    )
  }
}

/** Describes an app's exchange, for the faults that affect a successful one. */
export function exchangeOf({ app_key: appKey }: Registration): FaultyRequest {
  return { method: tokenExchange.method, path: tokenExchange.path, appKey }
}

/** INST-070. Nothing is written in three cases that only the log shows (INST-076 to INST-079), or if a fault forces it. */
function subscribe(context: EmulatorContext, grant: GoodGrant, installId: number): void {
  const { app } = grant
  if (app.webhook_topics.length === 0) return
  if (takeFault(context, exchangeOf(app), (kind) => kind === 'skip-subscription') !== null) {
    skip(context, grant, { code: 'subscription.fault', topic: null, why: 'the fault skip-subscription is set' })
    return
  }
  if (!app.has_signing_secret) {
    skip(context, grant, {
      code: 'subscription.no-signing-secret',
      topic: null,
      why: 'no signing secret is configured',
    })
    return
  }
  for (const topic of new Set(app.webhook_topics)) {
    const reason = reasonToSkip(topic, grant.scopes)
    if (reason !== null) {
      skip(context, grant, { ...reason, topic })
      continue
    }
    insertRow(context.registry, 'subscriptions', { install_id: installId, topic, created_at: context.now().getTime() })
  }
}

interface SkipReason {
  readonly code: string
  readonly why: string
}

function reasonToSkip(topic: string, granted: readonly string[]): SkipReason | null {
  if (!isTopic(topic)) return { code: 'subscription.unknown-topic', why: `the topic ${topic} is unknown` }
  const { scope } = topics[topic]
  if (scope === null || granted.includes(scope)) return null
  return { code: 'subscription.scope-missing', why: `${topic} needs ${scope}, which was not granted` }
}

function skip(
  context: EmulatorContext,
  grant: GoodGrant,
  { code, topic, why }: SkipReason & { readonly topic: string | null },
): void {
  context.log({
    level: 'warn',
    code,
    message: `The webhook subscription of ${grant.app.app_key} in ${grant.store.code} was not created: ${why}.`,
    details: { appKey: grant.app.app_key, storeId: grant.store.id, regionId: grant.regionId, topic },
  })
}
