import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, the longest first: begun last, each of them would hold up the end of the run alone. */
const longest = [
  'templates/templates',
  'check/careless-state',
  'check/careless',
  'e2e/dev/dev-live',
  'dev/session',
  'e2e/emulator/browser-panel',
  'e2e/emulator/exec',
  'e2e/emulator/browser-lab',
  'e2e/emulator/browser-explorer',
  'bin/startup',
  'dev/watch-loop',
  'templates/node-killed',
  'e2e/inspector/browser-inspector',
  'dev/tunnel',
  'e2e/emulator/browser-bridge',
  'e2e/call/call-rows',
  'e2e/testing/examples',
  'gateway/kill',
  'credentials/keychain',
  'emulator/deliveries/kill',
  'e2e/secrets',
  'e2e/dev/browser-dev-loop',
  'tunnel/open-tunnel',
  'scripts/agents-run',
  'dev/stages',
  'dev/other-program',
  'dev/token-holder',
  'e2e/dev/chaos',
  'e2e/demo',
  'e2e/install/refusals',
]

/** Files in a random order that the seed repeats, but those that take long first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence
    return files.toSorted((one, other) => place(one, seed) - place(other, seed))
  }
}

/** Below zero for a long file; else between 0 and 1, other for each seed. */
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
