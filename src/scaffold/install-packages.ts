import { AppError } from '../errors.ts'

export interface InstallPackagesTools {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly interrupted: AbortSignal
}

/** Runs `npm install` in the new app, without a shell (T26). Raises `scaffold.install-failed`; the app itself stays. */
export async function installPackages({ env, interrupted }: InstallPackagesTools, dir: string): Promise<void> {
  const { execa } = await import('execa')
  const result = await execa('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: dir,
    env,
    extendEnv: false,
    stdin: 'ignore',
    reject: false,
    cancelSignal: interrupted,
  })
  if (!result.failed) return
  const [first = result.shortMessage] = result.stderr.split('\n').filter((line) => line.trim() !== '')
  throw new AppError(
    'scaffold.install-failed',
    `The app is in ${dir}, but npm could not install its packages: ${first}`,
    {
      suggestions: [`Run \`npm install\` in ${dir}.`],
    },
  )
}
