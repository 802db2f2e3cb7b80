import { isTopic, topicNames, topics } from '../../catalog/topics.ts'
import { AppCommand } from '../../cli.ts'
import { linesFlag } from '../../cli/lines.ts'
import { topicTable, type TopicRow } from '../../views/webhook/topics.ts'

export default class WebhookTopics extends AppCommand<readonly TopicRow[]> {
  static override ignoresTarget = true

  static override summary = 'List event topics with their scopes and triggers'

  static override description =
    'The scope that a topic needs and the operation that triggers it are not documented. Both columns are assumptions (see `app emulator assumptions`).'

  static override examples = ['<%= config.bin %> webhook topics', '<%= config.bin %> webhook topics --json']

  static override flags = linesFlag

  async run(): Promise<readonly TopicRow[]> {
    await this.parse(WebhookTopics)
    const rows = topicNames.filter(isTopic).map((topic) => ({ topic, ...topics[topic] }))
    this.show(topicTable(rows, this.looks))
    return rows
  }
}
