import { AppCommand } from '../cli.ts'

/** Base class of every `app emulator` command. The live platform has no equivalent. */
export abstract class EmulatorCommand<Result = unknown> extends AppCommand<Result> {
  static override rejectedOnLive: Readonly<Record<string, string>> = { '': '' }
}
