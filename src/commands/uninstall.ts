import { AppCommand } from '../command.ts'
import { installFlags } from '../command/flags.ts'
import { forgetInstall, regionsLeft, regionWords } from '../tasks/install/forget-install.ts'
import { shownStore } from '../tasks/meant/choose-install.ts'
import { findKnownInstall } from '../tasks/meant/known-installs.ts'
import { standingInstalls } from '../tasks/meant/standing-installs.ts'

interface Uninstalled {
  readonly appKey: string
  readonly storeId: number
  readonly regionId: number | null
  /** How many installs were removed. */
  readonly removed: number
}

export default class Uninstall extends AppCommand<Uninstalled> {
  static override summary = 'Uninstall the app from a store of the emulator; on the live platform the owner does it.'

  static override description =
    'Where no store is named, the current store is meant, and never another one. The token is revoked at once, app.uninstalled goes out, and the record of the install here is removed. In `app dev` the key `i` installs again.'

  static override writes = ['state', 'emulator'] as const

  static override examples = ['<%= config.bin %> uninstall', '<%= config.bin %> uninstall --store demo-1 --region de']

  static override rejectedOnLive = {
    '': 'The store owner uninstalls the app in the store admin, in the Plugins list: `app open admin`. That revokes the token; then `app token delete` removes it from this machine.',
  }

  static override flags = installFlags

  async run(): Promise<Uninstalled> {
    const { flags } = await this.parse(Uninstall)
    const project = await this.project()
    const target = await this.target(project)
    const { store, region } = flags
    const isStanding = await standingInstalls(this.context, target, project.config.key)
    const install = findKnownInstall(this.context, {
      project,
      targetName: 'emulator',
      store,
      region,
      removal: 'uninstall',
      isStanding,
    })
    const control = await this.control()
    const { appKey, storeId, regionId } = install
    // By its id: after a reset another store may have its code.
    const { code } = (await control.stores()).find(({ id }) => id === storeId) ?? { code: null }
    const removed = code === null ? 0 : await control.uninstall({ store: code, key: appKey, regionId })
    await forgetInstall(this.context, install)
    const from = shownStore({ ...install, storeCode: code ?? install.storeCode })
    if (code === null) {
      this.show(
        `The emulator has no store ${from} any more, so ${appKey} is installed there no longer: its token is forgotten here.\n\`app store list\` shows the stores there are.`,
      )
    } else if (removed > 0) {
      const token = regionId === null ? 'Its token' : `The token of region ${regionWords(install)}`
      this.show(`Uninstalled ${appKey} from ${from}. ${token} is revoked, and forgotten here.`)
      this.#noteRest(regionsLeft(this.context, install, isStanding))
    } else {
      const isKnown = (await control.apps()).some((app) => app.app_key === appKey)
      this.show(
        `The emulator does not know ${isKnown ? `this install of ${appKey} in ${from}` : appKey}: its token is forgotten here, nothing else was done.`,
      )
    }
    return { appKey, storeId, regionId, removed }
  }

  #noteRest(left: readonly string[]): void {
    if (left.length === 0) return
    const meant = left.length === 1 ? 'calls without --region mean that from now on' : 'name one of them with --region'
    this.note(`It is still installed there in ${left.join(', ')}: ${meant}.`)
  }
}
