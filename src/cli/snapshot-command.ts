import { readRunFile } from '../control/run-file.ts'
import { openSnapshots, type Snapshots } from '../tasks/emulator/snapshots.ts'
import { EmulatorCommand } from './emulator-command.ts'

/** Base class of commands that work with the emulator running or stopped. */
export abstract class SnapshotCommand<Result> extends EmulatorCommand<Result> {
  protected async snapshots(): Promise<Snapshots> {
    const isRunning = readRunFile(this.context.paths) !== null
    return openSnapshots(this.context, isRunning ? await this.control() : null)
  }
}
