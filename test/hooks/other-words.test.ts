import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import commandNotFound from '../../src/hooks/command-not-found.ts'
import { advice } from '../../src/hooks/other-words.ts'
import { helpConfig } from '../main/help/support.ts'

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../oclif.manifest.json'), 'utf8')) as {
  commands: Record<string, unknown>
}

/** What is suggested first to a user who types this. */
async function suggested(line: string): Promise<string> {
  const call = commandNotFound.call as (self: unknown, options: unknown) => Promise<void>
  const options = { id: line.replaceAll(' ', ':'), config: await helpConfig() }
  const error: unknown = await call.call(commandNotFound, {}, options).catch((thrown: unknown) => thrown)
  return (error as { suggestions: readonly string[] }).suggestions[0] ?? ''
}

describe('commands of other tools', () => {
  it.each([
    ['login', 'The emulator needs no account.'],
    ['deploy', '`app submit`'],
    ['tail', '`app dev logs --follow`'],
    ['call orders costs', '`app call order-costs`'],
    ['orders costs', '`app call order-costs`'],
    ['call orders costs 5', '`app call order-costs`'],
    ['create app.acme.x', '`app init`'],
    ['order', '`app emulator order place`'],
    ['whoami', '`app context`'],
    ['store create', '`app store open --name <name>`'],
    ['events trigger order.paid', '`app webhook trigger`'],
    ['api /orders', '`app call raw`'],
  ])('app %s: the suggestion contains %s', async (line, text) => {
    expect(await suggested(line)).toContain(text)
  })

  it.each(Object.keys(advice))('app %s: the suggested commands exist', async (line) => {
    const commands = [...(await suggested(line)).matchAll(/`app ([a-z -]+?)(?: --.*?)?`/g)].map(([, words]) => words)
    const ids = Object.keys(manifest.commands).map((id) => id.replaceAll(':', ' '))

    expect(commands.length).toBeGreaterThan(0)
    expect(commands.filter((words) => !ids.some((id) => id === words || id.startsWith(`${words} `)))).toEqual([])
  })
})
