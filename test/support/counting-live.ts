import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { createNodeSend } from '../../src/client/node-send.ts'
import { memoryCredentials } from '../../src/credentials/memory.ts'
import { makeApp } from './app.ts'
import { makeContext, NOON, type ContextOverrides } from './context.ts'

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

/** A live platform that counts what arrives, and a project that names it. */
export async function makeLive(live = '') {
  const platform = await makeApp((_, response) => void response.end(JSON.stringify(answer)))
  const origin = `http://127.0.0.1:${platform.port}`
  const { cwd, paths } = makeContext()
  // As SVCAPP_TOKEN is read: the same for whatever install is meant.
  const secrets = { ...memoryCredentials({ now: () => NOON }), get: async () => TOKEN }
  const toml = `key = "app.acme.loyalty"\nname = "Loyalty"\n[targets.live]\nbase_url = "${origin}"\nadmin_url = "${origin}/store"\nclient_id = "cli_1"\n${live}`
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
  const writes = () => platform.seen.filter(({ method }) => method !== 'GET').length
  return { origin, host: new URL(origin).host, context, arrived: () => platform.seen.length, writes }
}
