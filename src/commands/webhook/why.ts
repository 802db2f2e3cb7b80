import * as Args from '@oclif/core/args'

import { AppCommand } from '../../command.ts'
import { installFlags } from '../../command/flags.ts'
import { ReportedError } from '../../command/reported-error.ts'
import { AppError } from '../../errors.ts'
import { whyFacts } from '../../tasks/why-facts.ts'
import { whyText } from '../../views/why.ts'
import { whyNoEvent, type Link } from '../../webhooks/why/links.ts'

interface Why {
  readonly topic: string
  /** The name of the first broken link; null when none is. */
  readonly broken: string | null
  readonly links: readonly Link[]
}

export default class WebhookWhy extends AppCommand<Why> {
  static override summary =
    'Say why no event of a topic comes: every link of its way is looked at, the first broken one named.'

  static override description =
    'Signing secret, topic, scope, payment, status and test store, region, subscription, webhook address, tunnel, gateway, app and its token. On the live platform only the own side can be seen; what cannot is said. Ends with 11 when a link is broken.'

  static override examples = [
    '<%= config.bin %> webhook why order.created',
    '<%= config.bin %> webhook why order.paid --region tr',
  ]

  static override args = { topic: Args.string({ required: true, description: 'Topic of the event.' }) }

  static override flags = installFlags

  async run(): Promise<Why> {
    const { args, flags } = await this.parse(WebhookWhy)
    const project = await this.project()
    const target = await this.target(project)
    const control = target.name === 'emulator' ? await this.control() : null
    const { store, region } = flags
    const facts = await whyFacts(this.context, { project, target, control, topic: args.topic, store, region })
    const links = whyNoEvent(facts)
    const broken = links.find(({ state }) => state === 'broken')?.name ?? null
    const why = { topic: args.topic, broken, links }
    if (broken === null) {
      this.show(whyText(links, this.looks))
      return why
    }
    const { terminal } = this.context
    terminal.out(this.jsonEnabled() ? JSON.stringify(why) : whyText(links, this.looks))
    const failed = new AppError('webhook.link-broken', `No ${args.topic} can come: ${broken}.`)
    throw new ReportedError(failed.oclif.exit, failed)
  }
}
