import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../command.ts'
import { installFlags } from '../../command/flags.ts'
import { embedDefects, type EmbedDefect } from '../../protocol/embed-defect.ts'
import { embedKey } from '../../tasks/embed/embed-key.ts'
import { panelPlace } from '../../tasks/embed/panel-place.ts'
import { panelToken } from '../../tasks/embed/panel-token.ts'

export default class EmbedToken extends AppCommand<{ readonly token: string }> {
  static override summary = 'Sign an embed token for the current store, good or with one defect.'

  static override description =
    'As the store admin would issue it for the panel: good for 120 seconds. With --defect it has exactly one fault, to see what your app shows then. Signed here, with the signing secret of the credentials or of SVCAPP_SIGNING_SECRET.'

  static override examples = [
    '<%= config.bin %> embed token',
    '<%= config.bin %> embed token --defect expired | <%= config.bin %> embed verify',
  ]

  static override flags = {
    ...installFlags,
    defect: Flags.custom<EmbedDefect>({
      options: [...embedDefects],
      summary: 'The one thing that is wrong with it.',
    })(),
  }

  async run(): Promise<{ readonly token: string }> {
    const { flags } = await this.parse(EmbedToken)
    const project = await this.project()
    const target = await this.target(project)
    const control = target.control === null ? null : await this.control()
    const place = await panelPlace({ context: this.context, project, target, control }, flags)
    const token = panelToken({
      key: await embedKey(this.context, project, async () => target),
      appKey: project.config.key,
      place,
      scope: project.config.installScope,
      now: this.context.now(),
      defect: flags.defect ?? null,
    })
    this.show(token)
    return { token }
  }
}
