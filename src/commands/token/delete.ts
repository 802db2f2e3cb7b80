import { AppCommand } from '../../cli.ts'
import { installFlags, yesFlag } from '../../cli/flags.ts'
import { regionWords } from '../../dev/installs/place.ts'
import { AppError } from '../../errors.ts'
import { forgetInstall } from '../../tasks/install/forget-install.ts'
import { shownStore } from '../../tasks/selection/choose-install.ts'
import { findKnownInstall } from '../../tasks/selection/known-installs.ts'

interface DeletedToken {
  readonly appKey: string
  readonly storeId: number
  readonly regionId: number | null
  /** Whether a token existed. */
  readonly deleted: boolean
}

export default class TokenDelete extends AppCommand<DeletedToken> {
  static override summary = "Delete an install's token from this machine"
  static override description = 'The app stays installed in the store.'

  static override writes = ['state'] as const

  static override examples = ['<%= config.bin %> token delete --store demo-1 --yes']

  static override flags = { ...installFlags, yes: { ...yesFlag.yes, summary: 'Skip the confirmation prompt.' } }

  async run(): Promise<DeletedToken> {
    const { flags } = await this.parse(TokenDelete)
    const { store, region } = flags
    const install = findKnownInstall(this.context, {
      project: await this.project(),
      targetName: this.targetName,
      store,
      region,
      removal: 'token delete',
    })
    const { appKey, storeId, regionId } = install
    const place = `${shownStore(install)}, ${regionId === null ? '' : 'region '}${regionWords(install)}`
    const target = this.targetName === 'live' ? install.identity : 'the emulator'
    const message = `Delete the token of ${appKey} in ${place}, on ${target}? Only a new install creates another token.`
    const { ask } = this.context.terminal
    if (!flags.yes && !(await ask.confirm({ message, flag: '--yes', default: false }))) {
      throw new AppError('cli.interrupted', 'Nothing was deleted.')
    }
    const deleted = await forgetInstall(this.context, install)
    this.show('Deleted the token from this machine. It stays valid until the app is uninstalled or reinstalled.')
    return { appKey, storeId, regionId, deleted }
  }
}
