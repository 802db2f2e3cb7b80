import type { AppCommandClass } from '../../../src/cli.ts'
import { runCommand } from '../../support/command/command.ts'
import type { ContextOverrides } from '../../support/context.ts'
import type { RegisterOverrides } from '../../support/emulator.ts'
import { makeInstalledPlatform } from '../../support/platform.ts'

const everyScope = ['orders.read', 'orders.write', 'orders.costs.write', 'products.read', 'products.write']

/** The platform with the app installed store-wide (TR, DE, GB), so that pins matter; `call` runs a command there. */
export async function makeCalls(registration: RegisterOverrides = {}) {
  const platform = await makeInstalledPlatform({
    registration: { install_scope: 'store', requested_scopes: everyScope, ...registration },
  })
  const call = (Class: AppCommandClass, argv: readonly string[] = [], more: ContextOverrides = {}) =>
    runCommand(Class, argv, platform.context(more))
  return { ...platform, call }
}

/** The lines of a text that ends with one line end. */
export function linesOf(text: string): string[] {
  return text.replace(/\r?\n$/, '').split(/\r?\n/)
}

/** Each line as JSON. */
export function documentsOf<T = Record<string, unknown>>(text: string): T[] {
  return text === '' ? [] : linesOf(text).map((line) => JSON.parse(line) as T)
}
