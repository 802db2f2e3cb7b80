import * as Args from '@oclif/core/args'

import { topicNames } from '../../catalog/topics.ts'
import { AppCommand } from '../../command.ts'
import { installFlags } from '../../command/flags.ts'
import { AppError } from '../../errors.ts'
import { whyTopics, type Why } from '../../tasks/webhook/why-topics.ts'
import { whyText, whyTopicsText } from '../../views/webhook/why.ts'

export default class WebhookWhy extends AppCommand<Why | { readonly topics: readonly Why[] }> {
  static override summary =
    'Say why no event of a topic arrives: check every link of its way and name the first broken one.'

  static override description =
    'Without a topic all topics of app.toml are checked. Emulator, signing secret, topic, scope, payment, status and test store, region, subscription, webhook address, tunnel, gateway, app and its token. On the live platform only this side can be checked; the output names what could not be. Ends with 11 when a link is broken.'

  static override examples = [
    '<%= config.bin %> webhook why',
    '<%= config.bin %> webhook why order.created',
    '<%= config.bin %> webhook why order.paid --region tr',
  ]

  static override args = {
    topic: Args.string({ options: [...topicNames], description: 'Topic of the event; all of app.toml when left out.' }),
  }

  static override flags = installFlags

  async run(): Promise<Why | { readonly topics: readonly Why[] }> {
    const { args, flags } = await this.parse(WebhookWhy)
    const project = await this.project()
    const topics = args.topic === undefined ? project.config.webhooks.topics : [args.topic]
    if (topics.length === 0) {
      throw new AppError('usage.missing', 'app.toml lists no topic in webhooks.topics, so no event can come.', {
        suggestions: ['app webhook topics'],
      })
    }
    const { store, region } = flags
    const target = () => this.target(project)
    const answers = this.advised(await whyTopics(this.context, { project, target, topics, store, region }))
    const [only] = answers
    const document = args.topic === undefined || only === undefined ? { topics: answers } : only
    const text = args.topic === undefined ? whyTopicsText(answers, this.looks) : whyText(only?.links ?? [], this.looks)
    const broken = answers.find((one) => one.broken !== null)
    this.show(text)
    if (broken === undefined) return document
    return this.endWith(document, new AppError('webhook.link-broken', `No ${broken.topic} can come: ${broken.broken}.`))
  }
}
