import { expect, it } from 'vitest'

import type { AppCommandClass } from '../../src/cli.ts'
import { runCommand } from '../support/command/command.ts'
import { makeInstalledPlatform } from '../support/platform.ts'

const scopes = ['orders.read', 'products.read', 'links.read']
const live =
  '[targets.live]\nbase_url = "https://api.example"\nadmin_url = "https://admin.example"\nclient_id = "cli_1"\n'

/**
 * Commands that no other test asks for their document, in an order in which each has something to tell. That it is what its schema says is seen in
 * `runCommand`, where it is compared.
 */
const lines = [
  'call context get',
  'call orders get 1',
  'call products get 1',
  'call attributes list --region tr',
  'call storefront-targets list --region tr',
  'call tax-rules list --region tr',
  'call store-info get',
  'call warehouses list',
  'completion bash',
  'emulator app show',
  'emulator app publish',
  'emulator app review approve',
  'emulator app suspend',
  'emulator app status published',
  'emulator list',
  'emulator order process 1',
  'emulator order ship 1',
  'emulator order deliver 1',
  'emulator order refund 1',
  'emulator product edit 1 --name Mug',
  'emulator provider create --kind carrier --name Carrier',
  'emulator provider list',
  'emulator warehouse create --name Annex --region de',
  'emulator region deactivate de',
  'emulator shipping-profile delete 1',
  'emulator settings reset',
  'emulator prune --yes',
  'explain',
  'explain net.timeout',
  'explain 9',
  'journal views',
  'live status',
  'live lock',
  'scopes audit',
  'store open --name Second --empty',
  'store use demo',
  'submit --yes',
  'emulator app countries TR,DE',
  'types --out events.ts',
  'webhook topics',
  'uninstall',
]

it('the documents of commands match their schemas', async () => {
  const { context } = await makeInstalledPlatform({ registration: { requested_scopes: scopes }, toml: live })
  const failed: string[] = []

  for (const line of lines) {
    const words = line.split(' ')
    const { Class, argv } = await commandOf(words)
    const { exit, stdout } = await runCommand(Class, [...argv, '--json'], context())
    if (exit !== 0) failed.push(`${line}: ${exit} ${stdout.slice(0, 300)}`)
  }

  expect(failed).toEqual([])
})

/** The class of the command that a line begins with, and the words behind it. */
async function commandOf(words: readonly string[]): Promise<{ Class: AppCommandClass; argv: readonly string[] }> {
  for (const count of [3, 2, 1]) {
    const path = `../../src/commands/${words.slice(0, count).join('/')}.ts`
    const module = (await import(path).catch(() => null)) as { readonly default: AppCommandClass } | null
    if (module !== null) return { Class: module.default, argv: words.slice(count) }
  }
  throw new Error(`There is no command ${words.join(' ')}.`)
}
