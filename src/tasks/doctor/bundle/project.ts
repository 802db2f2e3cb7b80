import { basename } from 'node:path'

import { AppError } from '../../../errors.ts'
import type { AppConfig } from '../../../project/app-config.ts'
import type { DoctorFacts } from '../facts.ts'

/** Returns the values of app.toml that describe the setup. Omits the file's text, because comments and arguments may contain anything. */
export function describeProject(project: DoctorFacts['project']): unknown {
  if (project === null) return null
  if (project instanceof AppError) return { unreadable: project.code }
  return describeConfig(project.config)
}

function describeConfig(config: AppConfig): unknown {
  const { key, installScope, countries, redirectUris, scopes, webhooks, manifest, dev, live } = config
  const [program = ''] = dev.command
  return {
    key,
    installScope,
    countries,
    redirectUris: redirectUris.map(plainAddress),
    scopes,
    webhooks: { path: webhooks.path, topics: webhooks.topics, url: plainAddress(webhooks.url) },
    manifest: manifest === null ? null : { slots: manifest.slots.map(({ type, path }) => ({ type, path })) },
    dev: { program: basename(program), arguments: dev.command.length - 1, port: dev.port },
    live:
      live === null
        ? null
        : {
            baseUrl: plainAddress(live.baseUrl),
            adminUrl: plainAddress(live.adminUrl),
            hasClientId: live.clientId !== null,
            tunnel: live.tunnel === null ? null : live.tunnel === 'quick' ? 'quick' : 'named',
          },
  }
}

/** Returns origin and path, because the other parts may be secret. */
function plainAddress(address: string | null): string | null {
  const url = address === null ? null : URL.parse(address)
  return url === null ? null : url.origin + url.pathname
}
