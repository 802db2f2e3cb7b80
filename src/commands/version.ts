import { AppCommand } from '../cli.ts'
import { knownUpdate } from '../tasks/update-notice.ts'

interface Versions {
  readonly svcapp: string
  readonly node: string
  readonly sqlite: string
  /** Operating system and architecture. */
  readonly machine: string
  /** Newer version according to the cached npm lookup, or null if none is known. */
  readonly update: string | null
}

export default class Version extends AppCommand<Versions> {
  static override ignoresTarget = true

  static override summary = 'Show the versions of svcapp, Node.js and SQLite'

  static override examples = ['<%= config.bin %> version', '<%= config.bin %> version --json']

  async run(): Promise<Versions> {
    await this.parse(Version)
    const { version: svcapp, runtime, env } = this.context
    const update = knownUpdate(env, svcapp)
    this.show(`svcapp ${svcapp}\nNode ${runtime.versions.node}, SQLite ${runtime.versions.sqlite}\n${runtime.machine}`)
    if (update !== null) this.note(`svcapp ${update} is available. To update: npm install -g svcapp`)
    return { svcapp, ...runtime.versions, machine: runtime.machine, update }
  }
}
