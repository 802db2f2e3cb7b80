import * as Args from '@oclif/core/args'

import { topicNames } from '../../catalog/topics.ts'
import { AppCommand } from '../../cli.ts'
import { installFlags } from '../../cli/flags.ts'
import { AppError } from '../../errors.ts'
import { whyTopics, type Why } from '../../tasks/webhook/why-topics.ts'
import { whyText, whyTopicsText } from '../../views/webhook/why.ts'

export default class WebhookWhy extends AppCommand<Why | { readonly topics: readonly Why[] }> {
  static override summary = 'Explain why no event arrives'

  static override description =
    'Checks every link from the platform to your app and shows the first broken one. The links are: emulator, signing secret, topic, scope, payment, status and test store, region, subscription, webhook URL, tunnel, gateway, app and its token. Without a topic, checks all topics in app.toml. On the live platform, only the links on your side are checked. The output lists the others. Exits with 11 if a link fails.'

  static override examples = [
    '<%= config.bin %> webhook why',
    '<%= config.bin %> webhook why order.created',
    '<%= config.bin %> webhook why order.paid --region tr',
  ]

  static override args = {
    topic: Args.string({ options: [...topicNames], description: 'Event topic. Default: all topics in app.toml.' }),
  }

  static override flags = installFlags

  async run(): Promise<Why | { readonly topics: readonly Why[] }> {
    const { args, flags } = await this.parse(WebhookWhy)
    const project = await this.project()
    const topics = args.topic === undefined ? project.config.webhooks.topics : [args.topic]
    if (topics.length === 0) {
      throw new AppError('usage.missing', 'app.toml has no topics in webhooks.topics, so no event can arrive.', {
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
    return this.endWith(
      document,
      new AppError('webhook.link-broken', `No ${broken.topic} can arrive: ${broken.broken}.`),
    )
  }
}
