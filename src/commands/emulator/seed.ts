import { resolve } from 'node:path'

import * as Args from '@oclif/core/args'

import { EmulatorCommand } from '../../cli/emulator-command.ts'
import type { SeededAnswer } from '../../control/contract.ts'
import { readSeedFile } from '../../control/seed/seed-file.ts'
import { seededView } from '../../views/stores.ts'

export default class EmulatorSeed extends EmulatorCommand<SeededAnswer> {
  static override summary = 'Load stores, products, customers and orders from JSON'

  static override description =
    'Loads the whole file or nothing. Rows refer to a store by code, to a region by code, country or currency, to a customer by email and to a product by SKU. Seeding sends no events and does not reduce stock. New stores have tax rules and warehouses. For the fields, see schema/seed.schema.json in the package. The maximum file size is 8 MiB.'

  static override writes = ['emulator'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %> seed.json',
    '<%= config.bin %> <%= command.id %> - < seed.json',
  ]

  static override args = { file: Args.string({ required: true, description: 'JSON file, or - for stdin.' }) }

  async run(): Promise<SeededAnswer> {
    const { args } = await this.parse(EmulatorSeed)
    const { cwd, readStdin } = this.context
    const file = readSeedFile(args.file === '-' ? readStdin() : resolve(cwd, args.file))
    const seeded = await (await this.control()).seed(file)
    this.show(seededView(seeded, this.looks))
    return seeded
  }
}
