import { endpoints } from '../../catalog/catalog.ts'
import { API_PREFIX } from '../../catalog/endpoint.ts'
import { matchEndpoint } from '../../catalog/match-endpoint.ts'
import { scopeFacts, scopeNames, type Scope } from '../../catalog/scopes.ts'
import { isTopic, topics } from '../../catalog/topics.ts'
import type { AppConfig } from '../../project/app-config.ts'
import type { ShownAudit } from '../../views/scopes/audit.ts'

/** A call of the app to the platform in the journal. */
export interface AuditedCall {
  readonly method: string
  /** Path with query. */
  readonly path: string
  readonly status: number | null
}

export type AuditedScope = ShownAudit & { readonly scope: Scope }

export interface AskedScopes {
  readonly required: readonly string[]
  readonly optional: readonly string[]
}

/** Returns the scopes that app.toml requests or calls needed, in catalog order. */
export function auditScopes(
  config: Pick<AppConfig, 'scopes' | 'webhooks'>,
  calls: readonly AuditedCall[],
): readonly AuditedScope[] {
  const uses = countUses(calls)
  return scopeNames.flatMap((scope) => {
    const requested = askedOf(config.scopes, scope)
    const use = uses.get(scope) ?? { calls: 0, rejected: 0, ids: new Set<string>() }
    const needing = config.webhooks.topics.filter((topic) => isTopic(topic) && topics[topic].scope === scope)
    if (requested === 'no' && use.calls === 0 && needing.length === 0) return []
    const { calls: count, rejected } = use
    return [
      {
        scope,
        requested,
        calls: count,
        rejected,
        ...judge({ scope, requested, use, needing, readsOrders: uses.has('orders.read') }),
      },
    ]
  })
}

/** Returns the scopes that app.toml should request: missing ones become required, unused ones are removed. */
export function askedAfter({ required, optional }: AskedScopes, audited: readonly AuditedScope[]): AskedScopes {
  const named = (verdict: AuditedScope['verdict']) =>
    audited.filter((one) => one.verdict === verdict).map(({ scope }) => scope)
  const unused = new Set<string>(named('unused'))
  const stays = (name: string) => !unused.has(name)
  return { required: [...required.filter(stays), ...named('missing')], optional: optional.filter(stays) }
}

interface ScopeUse {
  calls: number
  rejected: number
  readonly ids: Set<string>
}

function countUses(calls: readonly AuditedCall[]): ReadonlyMap<Scope, ScopeUse> {
  const uses = new Map<Scope, ScopeUse>()
  for (const { method, path, status } of calls) {
    const [whole = ''] = path.split('?')
    if (!whole.startsWith(`${API_PREFIX}/`)) continue
    const endpoint = matchEndpoint(endpoints, { method, path: whole.slice(API_PREFIX.length) })
    if (endpoint === null || endpoint.scope === null) continue
    const use = uses.get(endpoint.scope) ?? { calls: 0, rejected: 0, ids: new Set<string>() }
    use.calls += 1
    if (status === 403) use.rejected += 1
    use.ids.add(endpoint.id)
    uses.set(endpoint.scope, use)
  }
  return uses
}

function askedOf({ required, optional }: AskedScopes, scope: Scope): AuditedScope['requested'] {
  if (required.includes(scope)) return 'required'
  return optional.includes(scope) ? 'optional' : 'no'
}

interface ToJudge {
  readonly scope: Scope
  readonly requested: AuditedScope['requested']
  readonly use: ScopeUse
  /** Topics of app.toml that need the scope (N6). */
  readonly needing: readonly string[]
  readonly readsOrders: boolean
}

function judge(given: ToJudge): Pick<AuditedScope, 'verdict' | 'reason'> {
  const { scope, requested, use, needing } = given
  if (use.calls > 0) {
    const called = `called: ${[...use.ids].join(', ')}`
    const verdict = requested === 'no' ? 'missing' : 'used'
    if (use.rejected === 0) return { verdict, reason: called }
    const install = requested === 'no' ? '' : ', not granted'
    return { verdict, reason: `${called} (${use.rejected} of ${use.calls} rejected with 403${install})` }
  }
  if (needing.length > 0)
    return {
      verdict: requested === 'no' ? 'missing' : 'used',
      reason: `needed by topics: ${needing.join(', ')} (assumed, N6)`,
    }
  const unknown = whyUnknown(scope, given.readsOrders)
  return unknown === null
    ? { verdict: 'unused', reason: 'not used by any call or topic' }
    : { verdict: 'unknown', reason: unknown }
}

/** Returns why no call could show that the scope is used, or null if one could. */
function whyUnknown(scope: Scope, readsOrders: boolean): string | null {
  const { announced, notShown } = scopeFacts(scope)
  if (scope === 'customers.read' && readsOrders)
    return 'orders were read, but calls do not show whether the app uses names and addresses'
  if (announced === true) return 'the scope is announced but gives no access yet'
  return notShown === true ? 'the access that the scope gives is not fully documented' : null
}
