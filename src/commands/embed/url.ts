import { AppCommand } from '../../cli.ts'
import { installFlags } from '../../cli/flags.ts'
import { panelAddress } from '../../protocol/panel-address.ts'
import { embedKey } from '../../tasks/embed/embed-key.ts'
import { panelManifest } from '../../tasks/embed/panel-manifest.ts'
import { panelPlace } from '../../tasks/embed/panel-place.ts'
import { panelToken } from '../../tasks/embed/panel-token.ts'

export default class EmbedUrl extends AppCommand<{ readonly url: string }> {
  static override summary = 'Print the panel URL with a valid embed token'

  static override description =
    "Uses the manifest's fullpage slot, or appUrl if no fullpage slot exists. On the emulator, the manifest is the registered one. On the live platform, it comes from app.toml. The token is valid for 120 seconds, and most apps accept a token only once."

  static override examples = ['<%= config.bin %> embed url', 'curl -i "$(<%= config.bin %> embed url)"']

  static override flags = installFlags

  async run(): Promise<{ readonly url: string }> {
    const { flags } = await this.parse(EmbedUrl)
    const project = await this.project()
    const { key: appKey, installScope } = project.config
    const target = await this.target(project)
    const control = target.control === null ? null : await this.control()
    const manifest = await panelManifest({ project, target, control })
    const embedToken = panelToken({
      key: await embedKey(this.context, project, async () => target),
      appKey,
      place: await panelPlace({ context: this.context, project, target, control }, flags),
      scope: manifest.installScope ?? installScope,
      now: this.context.now(),
      defect: null,
    })
    const url = panelAddress({ manifest, embedToken })
    this.show(url)
    return { url }
  }
}
