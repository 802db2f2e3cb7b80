import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { createNodeSend } from '../../../src/client/node-send.ts'
import { memoryCredentials } from '../../../src/credentials/memory.ts'
import { makeContext, NOON, type ContextOverrides } from '../context.ts'
import { makeFront } from './front.ts'

const TOKEN = `svcapp_1001_7_${'70'.repeat(32)}`

const answer = {
  success: true,
  appKey: 'app.acme.loyalty',
  store: { id: 1001, code: 'demo' },
  installScope: 'region',
  pinnedRegionId: 7,
  regions: [{ id: 7, code: 'de', countryCode: 'DE', currencyCode: 'EUR', languageCode: 'de', isDefault: true }],
  scopes: [],
}

/** Creates a live platform that gives every request the same response and counts them, and a project that uses it. */
export async function makeLive(live = '') {
  const respond = () => ({ status: 200, body: JSON.stringify(answer) })
  const { origins, seen, arrived, writes, fail } = await makeFront({ api: respond, admin: respond })
  const origin = origins.api
  const { cwd, paths } = makeContext()
  // Read like SVCAPP_TOKEN: the same for every install.
  const secrets = { ...memoryCredentials({ now: () => NOON }), get: async () => TOKEN }
  const toml = `key = "app.acme.loyalty"\nname = "Loyalty"\n${liveTable(origins)}${live}`
  writeFileSync(join(cwd, 'app.toml'), toml)
  const context = ({ env, ...more }: ContextOverrides = {}) =>
    makeContext({
      cwd,
      paths,
      send: createNodeSend({ builtin: process.getBuiltinModule.bind(process), env: {} }),
      env: { SVCAPP_TARGET: 'live', SVCAPP_TOKEN: TOKEN, SVCAPP_TRUST_ORIGIN: origin, ...env },
      credentials: async () => secrets,
      ...more,
    })
  return { origin, host: new URL(origin).host, context, seen, arrived, writes, fail }
}

export function liveTable(
  origins: { readonly api: string; readonly admin: string },
  clientId = 'cli_0123456789',
): string {
  return `[targets.live]\nbase_url = "${origins.api}"\nadmin_url = "${origins.admin}"\nclient_id = "${clientId}"\n`
}
