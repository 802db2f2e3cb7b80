import type { Input, ParserOutput } from '@oclif/core/interfaces'

import { AppCommand } from '../command.ts'
import { AppError } from '../errors.ts'

/** The base of every command of `app emulator`: where the live platform is meant it ends with `usage.invalid` before it does anything. */
export abstract class EmulatorCommand<Result = unknown> extends AppCommand<Result> {
  protected override async parse<F extends Parsed, B extends Parsed, A extends Parsed>(
    options?: Input<F, B, A>,
    argv?: string[],
  ): Promise<ParserOutput<F, B, A>> {
    const parsed = await super.parse(options, argv)
    if (this.targetName === 'emulator') return parsed
    throw new AppError('usage.invalid', 'The commands of app emulator work on the emulator only.', {
      suggestions: ['With --target emulator this one does.'],
    })
  }
}

type Parsed = Record<string, unknown>
