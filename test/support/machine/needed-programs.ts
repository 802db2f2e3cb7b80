import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

interface NeededProgram {
  /** Name in titles and in the summary. */
  readonly name: string
  /** Debian packages that install it. */
  readonly packages: readonly string[]
  readonly exists: () => boolean
}

const chromiumPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const postgresVersions = '/usr/lib/postgresql'

/** Path of Chromium on this machine, or undefined. */
export const chromiumPath = chromiumPaths.find((path) => existsSync(path))

/** Folder of the newest PostgreSQL with `initdb`, which Debian does not put on PATH, or null. */
export const postgresPrograms = findPostgres()

/** Programs that some tests need and a machine may lack. */
const programs = {
  chromium: {
    name: 'Chromium',
    packages: ['chromium', 'chromium-headless-shell'],
    exists: () => chromiumPath !== undefined,
  },
  keychain: {
    name: 'gnome-keyring',
    packages: ['gnome-keyring', 'dbus', 'libsecret-1-0'],
    exists: () =>
      process.platform === 'linux' && ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'].every((one) => runs(one)),
  },
  postgres: { name: 'PostgreSQL', packages: ['postgresql'], exists: () => postgresPrograms !== null },
  bash: { name: 'bash', packages: ['bash'], exists: () => runs('bash') },
  zsh: { name: 'zsh', packages: ['zsh'], exists: () => runs('zsh') },
  fish: { name: 'fish', packages: ['fish'], exists: () => runs('fish') },
  openssl: { name: 'OpenSSL', packages: ['openssl'], exists: () => runs('openssl') },
  strace: { name: 'strace', packages: ['strace'], exists: () => runs('strace') },
  python: { name: 'Python', packages: ['python3'], exists: () => runs('python3') },
  php: { name: 'PHP', packages: ['php-cli'], exists: () => runs('php') },
  go: { name: 'Go', packages: ['golang-go'], exists: () => runs('go') },
  ruby: { name: 'Ruby', packages: ['ruby'], exists: () => runs('ruby') },
  pwsh: { name: 'PowerShell', packages: [], exists: () => runs('pwsh') },
} as const satisfies Readonly<Record<string, NeededProgram>>

export type ProgramName = keyof typeof programs

/** `.ci/run` requires all of them, so that their tests run and fail if the program is missing. */
const required = (process.env['SVCAPP_TEST_REQUIRE'] ?? '').split(/[\s,]+/)

const missing = new Map<ProgramName, boolean>()

/** Returns whether tests that need a program are skipped, because it is neither installed nor required. */
export function isMissing(program: ProgramName): boolean {
  const known = missing.get(program)
  if (known !== undefined) return known
  const answer = !required.includes(program) && !programs[program].exists()
  missing.set(program, answer)
  return answer
}

/** Returns the title of tests that need a program. The summary of a run counts skipped tests by it. */
export function needing(program: ProgramName, title: string): string {
  return isMissing(program) ? `${title} (skipped: no ${programs[program].name})` : title
}

/**
 * Returns one line about tests skipped for missing programs, from the titles of all skipped tests:
 * how many, which programs, and the Debian command to install them. Null without such tests.
 */
export function missingProgramsLine(titles: readonly string[]): string | null {
  const counts = Object.values(programs).flatMap(({ name, packages }) => {
    const count = titles.filter((title) => title.includes(`(skipped: no ${name})`)).length
    return count === 0 ? [] : [{ name, packages, count }]
  })
  if (counts.length === 0) return null
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  const tests = total === 1 ? '1 test was' : `${total} tests were`
  const names = counts.map(({ name, count }) => `${name} (${count})`).join(', ')
  const packages = counts.flatMap((one) => one.packages).join(' ')
  const install = packages === '' ? '' : ` On Debian: apt-get install ${packages}`
  return `${tests} skipped, because this machine lacks: ${names}.${install}`
}

function runs(program: string): boolean {
  return spawnSync('/bin/sh', ['-c', `command -v ${program}`]).status === 0
}

function findPostgres(): string | null {
  const versions = existsSync(postgresVersions) ? readdirSync(postgresVersions) : []
  const newestFirst = versions.toSorted((one, other) => Number(other) - Number(one))
  return (
    newestFirst
      .map((version) => `${postgresVersions}/${version}/bin`)
      .find((folder) => existsSync(`${folder}/initdb`)) ?? null
  )
}
