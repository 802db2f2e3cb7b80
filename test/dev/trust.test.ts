import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { isTrusted, requireTrust, trustCommand, type TrustTools } from '../../src/dev/trust.ts'
import { statePaths } from '../../src/project/paths.ts'

function makeProject(command = ['npm', 'start']) {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-trust-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return { dir, paths: statePaths({ env: {}, dataDir: join(dir, 'state') }), command }
}

function answering(answer: boolean, more: Partial<TrustTools> = {}): TrustTools & { readonly asked: string[] } {
  const asked: string[] = []
  const confirm = async ({ message }: { message: string }) => {
    asked.push(message)
    return answer
  }
  return { isInteractive: true, isAgreed: false, ask: { confirm }, ...more, asked }
}

it('an unapproved command is rejected if no prompt is possible (T26)', async () => {
  const project = makeProject(['sh', '-c', 'touch /tmp/pwn; $(id)'])

  await expect(requireTrust(answering(true, { isInteractive: false }), project)).rejects.toMatchObject({
    code: 'dev.untrusted',
    oclif: { exit: 3 },
  })
  expect(isTrusted(project)).toBe(false)
})

it('asks once, and again after the command changes (T26)', async () => {
  const project = makeProject()
  const tools = answering(true)

  await requireTrust(tools, project)
  await requireTrust(tools, project)
  await requireTrust(tools, { ...project, command: ['npm', 'start', '--', '--inspect'] })

  expect(tools.asked).toEqual([
    `Run "npm" "start", this project's dev command?`,
    `Run "npm" "start" "--" "--inspect", this project's dev command?`,
  ])
})

it('a previously approved command runs again, because branches of a project have different commands (T26)', async () => {
  const project = makeProject()
  const tools = answering(true)
  const other = { ...project, command: ['npm', 'run', 'dev'] }
  for (const one of [project, other, project, other]) await requireTrust(tools, one)

  expect(tools.asked).toHaveLength(2)
  for (let at = 0; at < 8; at++) trustCommand({ ...project, command: ['node', String(at)] })
  expect([isTrusted(project), isTrusted({ ...project, command: ['node', '0'] })]).toEqual([false, true])
})

it('a no is not saved as a yes (T26)', async () => {
  const project = makeProject()

  await expect(requireTrust(answering(false), project)).rejects.toMatchObject({ code: 'dev.untrusted' })
  expect(isTrusted(project)).toBe(false)
})

it('--yes approves a command, and a scaffolded command is trusted from the start (T26)', async () => {
  const [agreed, scaffolded] = [makeProject(), makeProject()]

  await requireTrust(answering(false, { isInteractive: false, isAgreed: true }), agreed)
  trustCommand(scaffolded)

  expect([isTrusted(agreed), isTrusted(scaffolded)]).toEqual([true, true])
})

it('arguments are compared one by one: ["a b"] is not ["a", "b"], and another folder is not trusted (T26)', () => {
  const [one, other] = [makeProject(['a', 'b']), makeProject(['a', 'b'])]
  trustCommand(one)

  expect([isTrusted(one), isTrusted({ ...one, command: ['a b'] }), isTrusted({ ...one, dir: other.dir })]).toEqual([
    true,
    false,
    false,
  ])
})

it('the prompt shows control characters escaped (T21)', async () => {
  const project = makeProject(['sh', '\u001b[2J\u202e'])
  const tools = answering(true)

  await requireTrust(tools, project)

  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  expect(tools.asked[0]).not.toMatch(/[\u001b\u202e]/)
})

it('a broken trust file grants no trust and is repaired', () => {
  const project = makeProject()
  trustCommand(project)
  const file = join(project.paths.home, 'dev', 'trusted-commands.json')
  writeFileSync(file, '{ broken')

  expect(isTrusted(project)).toBe(false)
  trustCommand(project)
  expect(isTrusted(project)).toBe(true)
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')))).toHaveLength(1)
})
