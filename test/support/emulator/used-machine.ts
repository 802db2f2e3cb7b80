import { createControlClient, type ControlClient } from '../../../src/control/control-client.ts'
import { serveEmulator } from '../../../src/emulator/serve.ts'
import { withInstalls } from '../../../src/project/installs.ts'
import { makeContext, NOON } from '../context.ts'
import { nodeSend } from '../served.ts'

/** Creates a state folder of an emulator that ran once, with a store, an install and its stored secret. */
export async function usedMachine() {
  const context = makeContext({ send: nodeSend })
  const id = await visit(context.paths, async (control) => {
    await control.openStore({ name: 'Demo' })
  })
  const install = { identity: `emulator:${id}`, appKey: 'app.acme.loyalty', storeId: 1001, regionId: 1 }
  const more = { storeCode: 'demo', storeName: 'Demo', storeDomain: 'd', installScope: 'region' as const }
  withInstalls(context.paths, (installs) =>
    installs.put({ ...install, ...more, scopes: [], regions: [], installedAt: NOON.toISOString() }),
  )
  const credentials = await context.credentials({ isEmulator: true })
  await credentials.set({ ...install, kind: 'token' }, 'svcapp_1_token')
  return { context, credentials, install, home: context.paths.home }
}

type Paths = ReturnType<typeof makeContext>['paths']

/** Runs an emulator there briefly. Returns its id. */
export async function visit(paths: Paths, work: (control: ControlClient) => Promise<void>): Promise<string> {
  const running = await serveEmulator({ paths, port: 0, now: () => NOON, version: '0', pid: process.pid })
  try {
    await work(createControlClient({ send: nodeSend, url: running.urls.portal, token: running.runFile.controlToken }))
    return running.runFile.id
  } finally {
    await running.close()
  }
}
