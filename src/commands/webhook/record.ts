import { resolve } from 'node:path'

import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../cli.ts'
import { deliveryFilter, deliveryFilterFlags } from '../../cli/delivery-flags.ts'
import { ensureFolder, writeFileAtomic, writeOutput } from '../../storage/files.ts'
import { readJournal } from '../../tasks/journal/project-journal.ts'
import { findFitting } from '../../tasks/webhook/find-deliveries.ts'
import { recordedText, type RecordedTopics } from '../../views/webhook/recorded.ts'
import { recordTopics } from '../../webhooks/record/record.ts'

export default class WebhookRecord extends AppCommand<RecordedTopics> {
  static override summary = 'Turn deliveries into fixtures, a JSON Schema and a type'

  static override description =
    'Writes a TypeScript type and masks personal data. The documentation shows only eventId, storeId and regionId of a payload. This tool assumes the rest and reports each difference between real deliveries and the assumed payload.'

  static override writes = ['project'] as const

  static override examples = [
    '<%= config.bin %> webhook record',
    '<%= config.bin %> webhook record --topic "order.*" --since 2d --out test/fixtures',
  ]

  static override flags = {
    out: Flags.string({ default: 'fixtures/webhooks', summary: 'Output folder.', helpValue: '<folder>' }),
    limit: Flags.integer({
      default: 500,
      min: 1,
      max: 100_000,
      summary: 'Maximum number of deliveries to read.',
      helpValue: '<n>',
    }),
    ...deliveryFilterFlags,
  }

  async run(): Promise<RecordedTopics> {
    const { flags } = await this.parse(WebhookRecord)
    const { config } = await this.project()
    const { context } = this
    const { cwd } = context
    const deliveries = await readJournal(context, config.key, (journal) =>
      findFitting(journal, { filter: deliveryFilter(context, journal, flags), where: flags.where, limit: flags.limit }),
    )
    const folder = resolve(cwd, flags.out)
    const topics = recordTopics(deliveries)
    const advice = 'Specify another folder with --out.'
    if (topics.length > 0) writeOutput({ path: folder, cwd, advice }, () => ensureFolder(folder))
    for (const { name, content } of topics.flatMap(({ files }) => files)) {
      const path = resolve(folder, name)
      writeOutput({ path, cwd, advice }, () => writeFileAtomic({ path, content, mode: 0o644 }))
    }
    const recorded = { folder, topics: topics.map((one) => ({ ...one, files: one.files.map(({ name }) => name) })) }
    this.show(recordedText(recorded, this.looks))
    return recorded
  }
}
