import { AppCommand } from '../../command.ts'
import { installFlags, yesFlag } from '../../command/flags.ts'
import { AppError } from '../../errors.ts'
import { forgetInstall, regionWords } from '../../tasks/install/forget-install.ts'
import { shownStore } from '../../tasks/meant/choose-install.ts'
import { findKnownInstall } from '../../tasks/meant/known-installs.ts'

interface DeletedToken {
  readonly appKey: string
  readonly storeId: number
  readonly regionId: number | null
  /** Whether there was a token. */
  readonly deleted: boolean
}

export default class TokenDelete extends AppCommand<DeletedToken> {
  static override summary = 'Forget the token of an install here; the app stays installed in the store.'

  static override writes = ['state'] as const

  static override examples = ['<%= config.bin %> token delete --store demo-1 --yes']

  static override flags = { ...installFlags, yes: { ...yesFlag.yes, summary: 'Forget without asking.' } }

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
    const message = `Forget the token of ${appKey} in ${place}, on ${target}? Only a new install gives another.`
    const { ask } = this.context.terminal
    if (!flags.yes && !(await ask.confirm({ message, flag: '--yes', default: false }))) {
      throw new AppError('cli.interrupted', 'Nothing was forgotten.')
    }
    const deleted = await forgetInstall(this.context, install)
    this.show('Forgotten. The token itself lives on until the app is uninstalled or reinstalled.')
    return { appKey, storeId, regionId, deleted }
  }
}
