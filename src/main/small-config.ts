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
  /** Ids of the commands below the one that runs. */
  readonly commandIds?: () => string[]
}

/**
 * What a command and oclif's parser read of oclif's `Config`, without loading it: the real one reads the manifest, builds all topics and looks for a
 * theme. It has no hooks; test/bin/oclif.test.ts fails when package.json declares one that would be skipped.
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
    /** For an error alone: nothing is read from disk before. */
    get commandIDs() {
      return commandIds?.() ?? []
    },
    runHook: async () => ({ successes: [], failures: [] }),
    scopedEnvVar: () => undefined,
    scopedEnvVarKey: (name: string) => `SVCAPP_${name}`,
    scopedEnvVarKeys: () => [],
  }
  // Command and Parser use no more than this; test/bin/oclif.test.ts pins the version of oclif for which that was read.
  return config as unknown as Command['config']
}
