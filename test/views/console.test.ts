import { expect, it } from 'vitest'

import { style } from '../../src/terminal/style.ts'
import { consoleLines } from '../../src/views/console.ts'

it('prints the manifest on one line, so that you can paste it into the console', () => {
  const value = JSON.stringify({ renderMode: 'iframe', appUrl: `https://${'long.'.repeat(30)}example`, slots: [] })
  const field = { field: 'admin_manifest_json', value, differs: true, before: null, consequences: [] } as const

  const lines = consoleLines([field], { style: style(false), width: 80 })

  expect(lines).toEqual([`admin_manifest_json  ${value}`])
})

it('wraps the text that describes a manifest', () => {
  const value = `appUrl https://app.example, slots ${'fullpage panel "Points", '.repeat(4)}`
  const field = { field: 'admin_manifest_json', value, differs: true, before: null, consequences: [] } as const

  const lines = consoleLines([field], { style: style(false), width: 80 })
    .join('\n')
    .split('\n')

  expect(lines.every((line) => line.length <= 80)).toBe(true)
  expect(lines[1]).toMatch(/^ {21}\S/)
})
