import { AppCommand } from '../command.ts'

/** The base of every command of `app emulator`: the live platform has nothing like it. */
export abstract class EmulatorCommand<Result = unknown> extends AppCommand<Result> {
  static override rejectedOnLive: Readonly<Record<string, string>> = { '': '' }
}
