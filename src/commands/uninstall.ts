import { AppCommand } from '../cli.ts'
import { installFlags } from '../cli/flags.ts'
import { regionWords } from '../dev/installs/place.ts'
import { forgetInstall, regionsLeft } from '../tasks/install/forget-install.ts'
import { shownStore } from '../tasks/selection/choose-install.ts'
import { currentInstalls } from '../tasks/selection/current-installs.ts'
import { findKnownInstall } from '../tasks/selection/known-installs.ts'

interface Uninstalled {
  readonly appKey: string
  readonly storeId: number
  readonly regionId: number | null
  /** Number of removed installs. */
  readonly removed: number
}

export default class Uninstall extends AppCommand<Uninstalled> {
  static override summary = 'Uninstall the app from an emulator store'

  static override description =
    'Without --store, only the current store is used. The token is revoked immediately, app.uninstalled is sent, and the local install record is deleted. In `app dev`, press `i` to install again. On the live platform, the store owner uninstalls the app.'

  static override writes = ['state', 'emulator'] as const

  static override examples = ['<%= config.bin %> uninstall', '<%= config.bin %> uninstall --store demo-1 --region de']

  static override rejectedOnLive = {
    '': "Ask the store owner to uninstall the app in the store admin's Plugins list (`app open admin`), which revokes the token. Then delete the token from this machine with `app token delete`.",
  }

  static override flags = installFlags

  async run(): Promise<Uninstalled> {
    const { flags } = await this.parse(Uninstall)
    const project = await this.project()
    const target = await this.target(project)
    const { store, region } = flags
    const isCurrent = await currentInstalls(this.context, target, project.config.key)
    const install = findKnownInstall(this.context, {
      project,
      targetName: 'emulator',
      store,
      region,
      removal: 'uninstall',
      isCurrent,
    })
    const control = await this.control()
    const { appKey, storeId, regionId } = install
    // Searches by id, because after a reset another store may have the same code.
    const { code } = (await control.stores()).find(({ id }) => id === storeId) ?? { code: null }
    const removed = code === null ? 0 : await control.uninstall({ store: code, key: appKey, regionId })
    await forgetInstall(this.context, install)
    const from = shownStore({ ...install, storeCode: code ?? install.storeCode })
    if (code === null) {
      this.show(
        `The emulator no longer has the store ${from}, so ${appKey} is not installed there. The token was deleted from this machine.\n\`app store list\` shows the stores.`,
      )
    } else if (removed > 0) {
      const token = regionId === null ? 'Its token' : `The token of region ${regionWords(install)}`
      this.show(`Uninstalled ${appKey} from ${from}. ${token} was revoked and deleted from this machine.`)
      this.#noteRest(regionsLeft(this.context, install, isCurrent))
    } else {
      const isKnown = (await control.apps()).some((app) => app.app_key === appKey)
      this.show(
        `The emulator has no ${isKnown ? `install of ${appKey} in ${from}` : `app ${appKey}`}. The token was deleted from this machine. Nothing else was changed.`,
      )
    }
    return { appKey, storeId, regionId, removed }
  }

  #noteRest(left: readonly string[]): void {
    if (left.length === 0) return
    const meant = left.length === 1 ? 'Calls without --region now use that region' : 'Select one of them with --region'
    this.note(`The app is still installed in ${left.join(', ')}. ${meant}.`)
  }
}
