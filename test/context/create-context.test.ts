import { execFileSync } from 'node:child_process'

import { expect, it } from 'vitest'

import { ownSecrets } from '../../src/processes/child-env.ts'

it('processes without their own environment, such as the browser, inherit none of our secrets (T18)', () => {
  const script = `
    const { createContext } = await import(${JSON.stringify(new URL('../../src/context/create-context.ts', import.meta.url).href)})
    const { execFileSync } = await import('node:child_process')
    const contexts = [createContext({ root: '.', version: '0' }), createContext({ root: '.', version: '0' })]
    const inherited = execFileSync(process.execPath, ['-p', 'Object.keys(process.env).join()'], { encoding: 'utf8' })
    console.log(JSON.stringify({ inherited, known: contexts.map(({ env }) => env.SVCAPP_TOKEN) }))
  `
  const secrets = Object.fromEntries(ownSecrets.map((name) => [name, 'canary']))

  const answer = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', SVCAPP_HOME: '/nowhere', ...secrets },
  })

  const { inherited, known } = JSON.parse(answer) as { inherited: string; known: string[] }
  expect(inherited).toContain('SVCAPP_HOME')
  for (const name of ownSecrets) expect(inherited).not.toContain(name)
  expect(known).toEqual(['canary', 'canary'])
})
