import type { RequestRow } from '../../../src/control/contract.ts'
import type { Fault } from '../../../src/control/fault.ts'
import type { InputOf } from '../../../src/control/operation.ts'
import type { Operations } from '../../../src/control/operations.ts'
import { makeEmulator, type MakeEmulatorOptions } from '../emulator.ts'

export type FaultInput = InputOf<Operations['setFault']>

export interface InstalledOptions extends MakeEmulatorOptions {
  readonly webhookUrl?: string
  readonly topics?: readonly string[]
  readonly scopes?: readonly string[]
}

/** Creates an app that is installed in a store, with functions to set and list faults. */
export async function makeInstalled(options: InstalledOptions = {}) {
  const { webhookUrl = 'http://127.0.0.1:9/in', scopes = ['orders.read'], topics = ['order.paid'] } = options
  const test = makeEmulator(options)
  const app = await test.registerApp({
    webhook_url: webhookUrl,
    webhook_topics: [...topics],
    requested_scopes: [...scopes],
  })
  const store = await test.openStore({ appKey: app.appKey })
  const { token } = await test.installApp({ app, store })
  const set = async (fault: FaultInput) => (await test.control<{ fault: Fault }>('POST', '/faults', fault)).fault
  const faults = async () => (await test.control<{ faults: Fault[] }>('GET', '/faults')).faults
  const causes = async () =>
    (await test.control<{ requests: RequestRow[] }>('GET', '/requests')).requests.map(
      ({ status, cause }) => `${status} ${cause}`,
    )
  const statuses = async (path: string, times: number) => {
    const found: number[] = []
    for (let n = 0; n < times; n++) found.push((await test.api(token, path)).status)
    return found
  }
  return { ...test, app, store, token, set, faults, causes, statuses }
}
