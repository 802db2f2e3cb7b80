import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { CONTROL_PREFIX } from '../../src/control/operation.ts'
import { writeRunFile } from '../../src/control/run-file.ts'
import { openCredentials } from '../../src/credentials/policy.ts'
import { recordInstall, type InstallRegion } from '../../src/project/installs.ts'
import { statePaths } from '../../src/project/paths.ts'
import { appTomlText } from '../../src/scaffold/app-toml-text.ts'

export interface TrialPlatform {
  /** Folder of a project with an installed app. */
  readonly project: string
  /** Environment in which a command finds the project. */
  readonly env: Readonly<Record<string, string>>
  readonly close: () => void
}

const ID = 'trial'
const KEY = 'app.acme.trial'

const region: InstallRegion = { id: 1, code: 'tr', currency: 'TRY', countryCode: 'TR', domain: null, isDefault: true }

const order = {
  id: 1,
  orderNumber: 'TRIAL-1001',
  status: 'paid',
  grandTotal: 3650.12,
  currency: 'TRY',
  itemCount: 3,
  orderSource: 'web',
  customer: { name: null, email: null },
}

const answers: Readonly<Record<string, unknown>> = {
  '/api/apps/v1/orders': { success: true, items: [order, { ...order, id: 2 }], totalCount: 2, page: 1, pageSize: 20 },
  [`${CONTROL_PREFIX}/apps`]: { apps: [] },
  [`${CONTROL_PREFIX}/stores`]: {
    stores: [{ id: 1001, code: 'trial', name: 'Trial', domain: 'trial.shop.example', regions: [], testStore: true }],
  },
}

/** Replaces a platform for trial runs: a server with a few responses, a project, a recorded install and its token, all in a separate folder in `parent`. */
export async function openTrialPlatform(parent: string): Promise<TrialPlatform> {
  const dir = mkdtempSync(join(parent, 'trial-'))
  const server = createServer((request, response) => {
    const answer = answers[new URL(request.url ?? '/', 'http://localhost').pathname]
    response
      .writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify(answer ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address object.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const home = join(dir, 'state')
  const project = join(dir, 'project')
  mkdirSync(project)
  const chosen = { installScope: 'region', countries: [], scopes: ['orders.read'], optionalScopes: [] } as const
  writeFileSync(
    join(project, 'app.toml'),
    appTomlText(
      { ...chosen, key: KEY, name: 'Trial', topics: ['order.created'] },
      { schema: null, command: ['npm', 'start'] },
    ),
  )
  const env = { HOME: dir, SVCAPP_HOME: home, SVCAPP_CREDENTIALS: 'file' }
  const paths = statePaths({ env, dataDir: home })
  mkdirSync(paths.emulatorDir, { recursive: true, mode: 0o700 })
  writeRunFile(paths, {
    id: ID,
    pid: process.pid,
    urls: { api: url, admin: url, portal: url, storefront: url },
    controlToken: 'trial',
    startedAt: new Date().toISOString(),
  })
  const app = { identity: `emulator:${ID}`, appKey: KEY }
  const place = { storeId: 1001, regionId: region.id }
  recordInstall(paths, {
    ...app,
    ...place,
    storeCode: 'trial',
    storeName: 'Trial',
    storeDomain: 'trial.shop.example',
    installScope: 'region',
    scopes: ['orders.read'],
    regions: [region],
    installedAt: new Date().toISOString(),
  })
  const credentials = openCredentials({
    env,
    paths,
    isEmulator: true,
    nodePath: process.execPath,
    platform: process.platform,
    now: () => new Date(),
  })
  await credentials.set({ ...app, ...place, kind: 'token' }, 'svcapp_1001_1_trial')
  return {
    project,
    env,
    close() {
      server.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
