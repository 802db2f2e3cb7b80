import { installEnvironment } from '../../dev/processes/install-environment.ts'
import { AppError } from '../../errors.ts'
import type { Project } from '../../project/app-toml.ts'
import { openPlatform } from '../open-platform.ts'
import type { Platform } from '../platform.ts'
import { SHAPE_VARIABLE, shapes, type ShapeName } from '../shapes.ts'
import { runTests } from './run-tests.ts'

export interface ShapeResult {
  readonly shape: ShapeName
  readonly about: string
  readonly result: 'passed' | 'failed' | 'skipped'
  /** `code 1` or a signal name, or null if the shape was skipped. */
  readonly exitStatus: string | null
  /** Reason if the shape was skipped, else null. */
  readonly reason: string | null
  readonly ms: number
  /** Output lines of a failed shape. */
  readonly output: readonly string[]
}

export interface MatrixToRun {
  readonly project: Project
  readonly shapes: readonly ShapeName[]
  readonly command: readonly string[]
  /** Working folder of the command. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly nodePath: string
  readonly pid: number
  readonly signal: AbortSignal
  readonly onResult: (result: ShapeResult) => void
}

/** Runs the tests once for each shape, in sequence, each against its own platform. Raises `usage.invalid`, `emulator.*` and `cli.interrupted`. */
export async function runMatrix(input: MatrixToRun): Promise<readonly ShapeResult[]> {
  const results: ShapeResult[] = []
  for (const shape of input.shapes) {
    if (input.signal.aborted) throw stopped()
    const result = await runShape(input, shape)
    results.push(result)
    input.onResult(result)
  }
  return results
}

async function runShape(input: MatrixToRun, shape: ShapeName): Promise<ShapeResult> {
  const from = performance.now()
  const { about } = shapes[shape]
  const { project, command, cwd: dir, env, nodePath, pid, signal } = input
  await using platform = await openPlatform(
    { dir: project.dir, shape },
    { cwd: project.dir, env: {}, nodePath, pid, findTest: () => null },
  )
  const reason = whyNot(input, platform)
  const ms = () => Math.round(performance.now() - from)
  if (reason !== null) return { shape, about, result: 'skipped', exitStatus: null, reason, ms: ms(), output: [] }
  const appEnv = await environmentOf(platform)
  const { end: exitStatus, output } = await runTests({ command, dir, env, appEnv, nodePath, signal })
  if (signal.aborted) throw stopped()
  const result = exitStatus === 'code 0' ? 'passed' : 'failed'
  return { shape, about, result, exitStatus, reason: null, ms: ms(), output: result === 'failed' ? output : [] }
}

/** Returns null if the app supports the shape. */
function whyNot({ project }: MatrixToRun, { shape, store }: Platform): string | null {
  const { required, optional } = project.config.scopes
  if (shape === 'no-customers' && ![...required, ...optional].includes('customers.read'))
    return 'app.toml does not request customers.read'
  return shape === 'two-regions' && store.regions.length < 2 ? 'the store has only one region' : null
}

/** Returns the variables of the tests, under the names that `app emulator exec` uses. */
async function environmentOf(platform: Platform): Promise<Record<string, string>> {
  const { store, shape, env } = platform
  const issued = await platform.issueToken()
  await platform.keepAsSeed()
  return {
    ...env,
    [SHAPE_VARIABLE]: shape,
    ...installEnvironment({ ...issued, store, regions: store.regions }),
  }
}

function stopped(): AppError {
  return new AppError('cli.interrupted', 'Stopped the matrix run and its tests.')
}
