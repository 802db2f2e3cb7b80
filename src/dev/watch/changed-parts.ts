import type { AppConfig } from '../../project/app-config.ts'

/** Returns the keys of app.toml that differ, in its own spelling: `scopes`, `dev.port`. */
export function changedParts(before: AppConfig, after: AppConfig): string[] {
  const parts = [partsOf(before), partsOf(after)] as const
  return Object.keys(parts[1]).filter((name) => JSON.stringify(parts[0][name]) !== JSON.stringify(parts[1][name]))
}

function partsOf(config: AppConfig): Record<string, unknown> {
  const { installScope, redirectUris, webhooks, dev, live, ...rest } = config
  const { baseUrl, adminUrl, clientId, ...liveRest } = live ?? {}
  return {
    ...rest,
    install_scope: installScope,
    redirect_uris: redirectUris,
    'webhooks.path': webhooks.path,
    'webhooks.topics': webhooks.topics,
    'webhooks.url': webhooks.url,
    'dev.command': dev.command,
    'dev.port': dev.port,
    'dev.install_path': dev.installPath,
    'dev.watch': dev.watch,
    'targets.live.base_url': baseUrl ?? null,
    'targets.live.admin_url': adminUrl ?? null,
    'targets.live.client_id': clientId ?? null,
    'targets.live': Object.values(liveRest).filter((value) => value !== null),
  }
}
