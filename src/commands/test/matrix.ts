import * as Flags from '@oclif/core/flags'

import { readNames } from '../../check/choose.ts'
import { AppCommand } from '../../cli.ts'
import { splitAtDashes, typedCommand } from '../../cli/typed-command.ts'
import { AppError } from '../../errors.ts'
import type { ShapeResult } from '../../testing/matrix/run-matrix.ts'
import { isShape, shapeNames, type ShapeName } from '../../testing/shapes.ts'
import { nearest } from '../../text/nearest.ts'
import { matrixView } from '../../views/test/matrix.ts'

interface Matrix {
  readonly command: readonly string[]
  readonly shapes: readonly ShapeResult[]
}

export default class TestMatrix extends AppCommand<Matrix> {
  static override summary = "Run the app's tests once per install shape"

  static override description =
    "The shapes are: region token, store-wide token, legacy token, two regions, without customers.read, payment pending. Each shape gets a fresh in-memory emulator with the app registered and installed. The command gets the app's environment and SVCAPP_TOKEN, SVCAPP_STORE_ID, SVCAPP_STORE_CODE, SVCAPP_REGION_ID, SVCAPP_REGION_IDS and SVCAPP_TEST_SHAPE, which `startPlatform()` from svcapp/testing uses. The command runs without a shell. Exits with 11 if the tests fail for any shape."

  // The command that it runs can change any file.
  static override writes = ['project'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %> -- npm test',
    '<%= config.bin %> <%= command.id %> --only store,two-regions -- node --test',
    '<%= config.bin %> <%= command.id %> --json -- npm test',
  ]

  static override strict = false

  static override usage = 'test matrix [--only <shapes>] [--json] -- COMMAND'

  static override flags = {
    only: Flags.string({
      summary: `Shapes to run: ${shapeNames.join(', ')}.`,
      helpValue: '<shapes>',
    }),
  }

  async run(): Promise<Matrix> {
    const [own, given] = splitAtDashes(this.argv)
    const { argv, flags } = await this.parse(TestMatrix, own)
    const command = typedCommand(argv, given)
    if (command.length === 0) {
      throw new AppError('usage.missing', 'No command to run.', {
        suggestions: ['app test matrix -- npm test'],
      })
    }
    const wanted = chosenShapes(readNames([flags.only ?? '']))
    const project = await this.project()
    const { runMatrix } = await import('../../testing/matrix/run-matrix.ts')
    const { cwd, env, runtime, interrupted: signal } = this.context
    const shapes = await runMatrix({
      project,
      shapes: wanted,
      command,
      cwd,
      env,
      nodePath: runtime.nodePath,
      pid: runtime.pid,
      signal,
      onResult: ({ shape, result }) => this.note(`${shape}: ${result}`),
    })
    const matrix = { command, shapes }
    const failed = shapes.filter(({ result }) => result === 'failed')
    this.show(matrixView(shapes, this.looks))
    if (failed.length === 0) return matrix
    const names = failed.map(({ shape }) => shape).join(', ')
    return this.endWith(matrix, new AppError('testing.failed', `The tests failed for these shapes: ${names}.`))
  }
}

function chosenShapes(names: readonly string[]): readonly ShapeName[] {
  for (const name of names) if (!isShape(name)) throw unknown(name)
  return names.length === 0 ? shapeNames : shapeNames.filter((shape) => names.includes(shape))
}

function unknown(name: string): AppError {
  const guess = nearest(name, shapeNames)
  return new AppError('usage.invalid', `Unknown shape ${JSON.stringify(name)}.`, {
    suggestions: [...(guess === null ? [] : [`--only ${guess}`]), `Use one of these shapes: ${shapeNames.join(', ')}.`],
  })
}
