import { resolve } from 'node:path'

import * as Args from '@oclif/core/args'

import { EmulatorCommand } from '../../command/emulator-command.ts'
import type { SeededAnswer } from '../../control/contract.ts'
import { readSeedFile } from '../../control/seed-file.ts'
import { seededView } from '../../views/stores.ts'

export default class EmulatorSeed extends EmulatorCommand<SeededAnswer> {
  static override summary = 'Write stores, products, customers and orders from a JSON file.'

  static override description =
    'All of the file is written, or nothing: an error names the first wrong row. Rows name their store by code, their region by code, country or currency, customers by email and products by SKU. A seed is data that existed before: it sends no events and takes nothing out of stock. The same file on a new emulator gives the same ids. The fields are those of `app store open`, `app emulator product create` and `app emulator order place`; schema/seed.schema.json in the package lists them. A file may have 8 MiB.'

  static override writes = ['emulator'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %> seed.json',
    '<%= config.bin %> <%= command.id %> - < seed.json',
  ]

  static override args = { file: Args.string({ required: true, description: 'JSON file, or - for standard input.' }) }

  async run(): Promise<SeededAnswer> {
    const { args } = await this.parse(EmulatorSeed)
    const { cwd, readStdin } = this.context
    const file = readSeedFile(args.file === '-' ? readStdin() : resolve(cwd, args.file))
    const seeded = await (await this.control()).seed(file)
    this.show(seededView(seeded, this.looks))
    return seeded
  }
}
