import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const page = join(import.meta.dirname, '../../../docs/testing.md')

/** Returns the code in docs/testing.md with this mark. */
function example(mark: string): string {
  return patient(new RegExp(`\`\`\`ts ${mark}\\n([\\s\\S]*?)\`\`\``).exec(readFileSync(page, 'utf8'))?.[1] ?? '')
}

/** Returns the same code without the default limits of its waits, which a busy machine may exceed. */
function patient(code: string): string {
  const limit = 'timeoutMs: 600_000'
  return code
    .replaceAll(/(\bwaitFor\((?:'[\w.]+', )?\{) /g, `$1 ${limit}, `)
    .replaceAll(/(\bwaitFor\('[\w.]+')\)/g, `$1, { ${limit} })`)
    .replace('await browser.newPage()\n', 'await browser.newPage()\n  page.setDefaultTimeout(0)\n')
}

const failing = `
test('fails', async () => {
  const order = await platform.control.placeOrder()
  await platform.events.settled()
  throw new Error('on purpose ' + order.id)
})
`

/** Returns the tests of docs/testing.md by file name. Those for one runner have an additional test that fails. */
export function testsOfDocs(): Readonly<Record<string, string>> {
  return {
    'orders.spec.ts': `${example('vitest')}\n${failing}`,
    'node.test.ts': `${example('node')}\n${failing}`,
    'panel.test.ts': example('playwright'),
  }
}
