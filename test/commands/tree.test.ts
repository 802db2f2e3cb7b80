import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { describe, expect, it } from 'vitest'

import { commandFile, commandIds } from '../../scripts/generate/commands/command-files.ts'
import { endpoints } from '../../src/catalog/catalog.ts'
import { AppCommand } from '../../src/cli.ts'
import { commandOfEndpoint } from '../types/endpoint-commands.ts'

const root = join(import.meta.dirname, '..', '..')

/** `call/orders/list` and so on, from the files. */
const commandPaths = commandIds(root).map((id) => id.replaceAll(':', '/'))

/** Commands below `call` that are no endpoint of the catalog. */
const notEndpoints = ['call/orders/report', 'call/raw']

type CommandClass = typeof AppCommand & { readonly prototype: AppCommand }

function fileOf(path: string): string {
  return commandFile(root, path.replaceAll('/', ':'))
}

async function load(path: string): Promise<CommandClass> {
  // Command files export a class by default; that it is one of ours is what the first test shows.
  const module = (await import(pathToFileURL(join(root, fileOf(path))).href)) as {
    default: CommandClass
  }
  return module.default
}

const tests = globSync('test/**/*.test.ts', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}))

/** A test that imports it, wherever the test belongs; null when there is none. */
function testOf(path: string): string | null {
  return tests.find(({ text }) => text.includes(`/${fileOf(path)}'`))?.file ?? null
}

describe('the command tree', () => {
  it.each(commandPaths)('%s has a description and examples, also in the manifest', async (path) => {
    const { summary, description, examples } = await load(path)
    const { commands } = JSON.parse(readFileSync(join(root, 'oclif.manifest.json'), 'utf8')) as {
      commands: Record<string, { summary?: string; description?: string; examples?: string[] }>
    }
    const told = commands[path.replaceAll('/', ':')]

    expect(summary).toMatch(/\w/)
    expect(examples?.length).toBeGreaterThan(0)
    expect({ description: told?.description, examples: told?.examples }).toEqual({ description, examples })
  })

  it('has a command for every catalog endpoint, and no other command below call', () => {
    const wanted = endpoints.map((endpoint) => `call/${endpoint.id.replace('.', '/')}`)
    const there = commandPaths.filter((path) => path.startsWith('call/') && !notEndpoints.includes(path))

    expect(there).toEqual(wanted.toSorted())
  })

  it('shows the module of each endpoint', async () => {
    const modules = await Promise.all(Object.values(commandOfEndpoint).map((open) => open()))

    expect(Object.keys(commandOfEndpoint).toSorted()).toEqual(endpoints.map((endpoint) => endpoint.id).toSorted())
    for (const { default: Class } of modules) expect(Class.prototype).toBeInstanceOf(AppCommand)
  })

  it.each(commandPaths)('%s has a summary, examples, --json and a test, and no alias', async (path) => {
    const Class = await load(path)

    expect(Class.prototype).toBeInstanceOf(AppCommand)
    // Direct dispatch (main/find-command.ts) finds commands by their path alone.
    expect(Class.aliases).toEqual([])
    expect(Class.enableJsonFlag).toBe(true)
    expect(Class.summary).toMatch(/^[A-Z].{8,58}[^.!]$/)
    expect(Class.examples.length).toBeGreaterThan(0)
    expect(testOf(path)).not.toBeNull()
  })
})
