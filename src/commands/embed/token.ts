import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../cli.ts'
import { installFlags } from '../../cli/flags.ts'
import { embedDefects, type EmbedDefect } from '../../protocol/embed-defect.ts'
import { embedKey } from '../../tasks/embed/embed-key.ts'
import { panelPlace } from '../../tasks/embed/panel-place.ts'
import { panelToken } from '../../tasks/embed/panel-token.ts'

export default class EmbedToken extends AppCommand<{ readonly token: string }> {
  static override summary = 'Sign an embed token for the current store'

  static override description =
    "Signs the token that the store admin issues for the panel, valid for 120 seconds. With --defect, the token has exactly one fault, so that you can test your app's response. The token is signed on this machine with the stored signing secret or SVCAPP_SIGNING_SECRET."

  static override examples = [
    '<%= config.bin %> embed token',
    '<%= config.bin %> embed token --defect expired | <%= config.bin %> embed verify',
  ]

  static override flags = {
    ...installFlags,
    defect: Flags.custom<EmbedDefect>({
      options: [...embedDefects],
      summary: 'Token defect.',
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
