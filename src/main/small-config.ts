import type { Command } from '@oclif/core/command'

/** The parts of package.json that start-up reads. */
export interface PackageJson {
  readonly name: string
  readonly version: string
  readonly oclif: {
    readonly bin: string
    readonly topicSeparator: string
    readonly commands: string
    readonly hooks?: Readonly<Record<string, string>>
    readonly topics?: Readonly<Record<string, { readonly description?: string }>>
  }
}

export interface SmallConfigInput {
  readonly root: string
  readonly pjson: PackageJson
  /** Returns ids of the commands below the current command. */
  readonly commandIds?: () => string[]
}

/**
 * Creates the part of oclif's `Config` that a command and oclif's parser read, without loading it: the real one reads the manifest, builds
 * all topics and searches for a theme. It has no hooks; test/bin/oclif.test.ts fails if package.json declares one that would be skipped.
 */
export function smallConfig({ root, pjson, commandIds }: SmallConfigInput): Command['config'] {
  const { bin, topicSeparator } = pjson.oclif
  const config = {
    root,
    pjson,
    name: pjson.name,
    version: pjson.version,
    bin,
    topicSeparator,
    userAgent: `${pjson.name}/${pjson.version}`,
    plugins: new Map(),
    /** Only for an error: nothing is read from disk before. */
    get commandIDs() {
      return commandIds?.() ?? []
    },
    runHook: async () => ({ successes: [], failures: [] }),
    scopedEnvVar: () => undefined,
    scopedEnvVarKey: (name: string) => `SVCAPP_${name}`,
    scopedEnvVarKeys: () => [],
  }
  // Command and Parser use no more than this; test/bin/oclif.test.ts pins the oclif version for which that was checked.
  return config as unknown as Command['config']
}
