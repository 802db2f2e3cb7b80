import * as Args from '@oclif/core/args'

import { AppCommand, type AppCommandClass } from '../command.ts'
import type { ShippingKind } from '../control/store-contract.ts'
import { readId } from '../tasks/record-id.ts'
import { storeFlag } from './flags.ts'

/** A command that removes a tariff or a box of a store on the emulator. */
export function removeShippingCommand(kind: ShippingKind, summary: string): AppCommandClass<{ removed: number }> {
  return class RemoveShippingCommand extends AppCommand<{ removed: number }> {
    static override summary = summary

    static override examples = ['<%= config.bin %> <%= command.id %> 2']

    static override args = { id: Args.string({ required: true, description: `Id of the ${kind}.` }) }

    static override flags = storeFlag

    async run(): Promise<{ removed: number }> {
      const { args, flags } = await this.parse(RemoveShippingCommand)
      const id = readId(args.id, `shipping ${kind}`, `app call shipping-${kind}s list`)
      const { control, code } = await this.storeControl(`Removing a shipping ${kind}`, flags.store)
      await (kind === 'profile' ? control.removeShippingProfile : control.removeShippingPackage)({ store: code, id })
      this.show(`Shipping ${kind} ${id} is gone.`)
      return { removed: id }
    }
  }
}
