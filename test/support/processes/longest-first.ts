import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest files, slowest first. Started last, each of them would extend the run alone. */
const longest = [
  'dev/session',
  'e2e/dev/dev-live',
  'e2e/dev/adopted-projects',
  'dev/token-holder',
  'dev/watch-loop',
  'e2e/check',
  'check/faulty-app-state',
  'e2e/emulator/browser-panel-preview',
  'e2e/live/walk',
  'commands/webhook/listen',
  'check/faulty-app-whole',
  'scaffold/upgrade/upgrade',
  'e2e/emulator/browser-road',
  'e2e/emulator/browser-storefront',
  'check/faulty-app-causes',
  'e2e/inspector/browser-inspector-looks',
  'kit/server/kill',
  'e2e/dev/side-by-side',
  'dev/tunnel',
  'e2e/emulator/exec',
  'e2e/emulator/browser-panel',
  'bin/startup',
  'e2e/webhooks/deliveries',
  'credentials/keychain',
  'e2e/app-toml',
  'check/faulty-app',
  'e2e/emulator/browser-admin',
  'dev/other-program',
]

/** Orders files randomly by the seed, with slow ones first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence
    return files.toSorted((one, other) => place(one, seed) - place(other, seed))
  }
}

/** Returns a value below zero for a slow file, or else between 0 and 1 depending on the seed. */
function place({ moduleId }: TestSpecification, seed: number): number {
  const at = longest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
  return at === -1 ? fraction(`${seed}${moduleId}`) : at - longest.length
}

/** FNV-1a. */
function fraction(text: string): number {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0) / 2 ** 32
}
