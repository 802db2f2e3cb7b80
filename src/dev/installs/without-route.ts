import type { Store } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { obtainByApproval } from '../../install/approve.ts'
import { installApp } from '../../install/install-app.ts'
import type { Target } from '../../project/targets.ts'
import { defined } from '../../text/defined.ts'
import type { DevContext } from '../context.ts'
import { installedEvent } from './installed-event.ts'

export interface RoutelessInstall {
  readonly control: ControlClient
  readonly store: Store
  readonly target: Target
  readonly isSetUp?: boolean
  /** Undefined installs in the region of the store's manager. */
  readonly regionId: number | undefined
  /** HTTP status of the install start. */
  readonly status: number
}

/**
 * Installs an app without an install route: approves the consent as the store's manager and
 * exchanges the code itself. The app then receives deliveries, and its token is in the credential
 * store. Raises the errors of `installApp`.
 */
export async function installWithoutRoute(dev: DevContext, install: RoutelessInstall): Promise<void> {
  const { tools, options, emit } = dev
  const { control, store, target, regionId, status, isSetUp } = install
  const { config } = options.project
  const registration = await control.app({ key: config.key })
  const { send, paths, now, sleep, randomBytes, interrupted: signal } = tools
  const note = (text: string) => emit({ event: 'notice', text })
  const asSetUp = defined({ isSetUp })
  const credentials = await tools.credentials({ isEmulator: true })
  const { where } = await credentials.probe({ identity: target.identity })
  const made = await installApp(
    {
      send,
      paths,
      now,
      sleep,
      randomBytes,
      note,
      signal,
      credentials,
      obtain: obtainByApproval({
        send,
        signInUrl: () => control.signInUrl({ store: store.code, regionId }),
        ...asSetUp,
      }),
      rescue: async () => null,
      stores: () => control.stores(),
    },
    {
      config,
      target,
      clientId: registration.client_id,
      redirectUri: registration.redirect_uris[0] ?? '',
      topics: registration.webhook_topics,
    },
  )
  note(
    `The app has no install route yet: GET ${config.dev.installPath} returned ${status}. This tool installed it instead. To show the token: app token show --reveal. Add the route before you publish the app.`,
  )
  emit(installedEvent(made, { storedIn: where, alreadyInstalled: false }))
}

/** Returns whether a response shows that its route is missing: neither a redirect nor an app error. */
export function isWithoutRoute(status: number): boolean {
  return status < 300 || (status >= 400 && status < 500) || status === 501
}
