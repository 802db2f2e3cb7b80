import { scopeNames } from '../catalog/scopes.ts'
import { topicNames } from '../catalog/topics.ts'
import { readConfig, type AppConfig } from '../project/app-config.ts'
import { projectIfAny } from '../project/app-toml.ts'
import { setting } from '../text/origins/setting.ts'
import { rejectUnknown } from './known-fields.ts'
import type { AppOverrides, PlatformOptions } from './options.ts'
import type { FindTest } from './runners/current-test.ts'

/** Process facts that the test platform uses. */
export interface TestMachine {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Path of the Node that starts the app. */
  readonly nodePath: string
  readonly pid: number
  /** Finds the running test, or null. */
  readonly findTest: FindTest
}

export interface TestedApp {
  /** Folder of app.toml, or the working folder if there is none. */
  readonly dir: string
  readonly config: AppConfig
}

/** Returns the app under test. Raises `project.*` for an invalid app.toml. */
export function testedApp({ dir, app = {} }: PlatformOptions, { cwd, env }: TestMachine): TestedApp {
  const paths = { registration: setting(env, 'SVCAPP_CONFIG') }
  const project = projectIfAny({ cwd: dir ?? cwd, paths })
  return { dir: project?.dir ?? dir ?? cwd, config: withOverrides(project?.config ?? plainConfig(), app) }
}

function plainConfig(): AppConfig {
  const read = readConfig({
    key: 'app.test.app',
    name: 'App under test',
    scopes: { required: [...scopeNames], optional: [] },
    webhooks: { topics: [...topicNames] },
  })
  if (!read.ok) throw new Error('The placeholder for a missing app is invalid.')
  return read.config
}

function withOverrides(config: AppConfig, app: AppOverrides): AppConfig {
  rejectUnknownOverrides(config, app)
  const { scopes, webhooks, dev, ...plain } = app
  return {
    ...config,
    ...plain,
    // Given required scopes without optional ones mean no optional scopes.
    scopes: scopes === undefined ? config.scopes : { required: [], optional: [], ...scopes },
    webhooks: { ...config.webhooks, ...webhooks },
    dev: { ...config.dev, ...dev },
  }
}

function rejectUnknownOverrides(config: AppConfig, app: AppOverrides): void {
  const plain = { key: true, name: true, installScope: true, countries: true, redirectUris: true }
  rejectUnknown('startPlatform({ app })', app, { ...plain, scopes: true, webhooks: true, manifest: true, dev: true })
  const { scopes, webhooks, manifest, dev } = app
  rejectUnknown('startPlatform({ app: { scopes } })', scopes, config.scopes)
  rejectUnknown('startPlatform({ app: { webhooks } })', webhooks, { path: true, topics: true })
  const manifestFields = { renderMode: true, appUrl: true, slots: true }
  rejectUnknown('startPlatform({ app: { manifest } })', manifest, manifestFields)
  rejectUnknown('startPlatform({ app: { dev } })', dev, config.dev)
}
