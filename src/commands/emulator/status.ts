import { AppCommand } from '../../command.ts'
import type { EmulatorStatus } from '../../control/contract.ts'

export default class EmulatorStatusCommand extends AppCommand<EmulatorStatus> {
  static override summary = 'Show whether the emulator runs, where, and what is in it.'

  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --json']

  async run(): Promise<EmulatorStatus> {
    await this.parse(EmulatorStatusCommand)
    const status = await (await this.control()).status()
    const { urls, queue, clock } = status
    this.show(`running    pid ${status.pid}, version ${status.version}, since ${status.startedAt}`)
    for (const [room, url] of Object.entries(urls)) this.show(`${room.padEnd(11)}${url}`)
    this.show(`clock      ${clock.now} (${clock.offsetMs / 1000} s ahead)`)
    this.show(`apps       ${status.apps}`)
    this.show(`stores     ${status.stores}`)
    this.show(`queue      ${queue.pending} pending, ${queue.delivered} delivered, ${queue.dead_letter} dead letter`)
    return status
  }
}
