import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright-core'

const artifacts = join(import.meta.dirname, '../../artifacts')

/** A picture for a person to look at, in test/artifacts; with SVCAPP_PICTURES=1 only, since nothing else looks at it and one takes a fifth of a second. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (process.env['SVCAPP_PICTURES'] !== '1') return
  mkdirSync(artifacts, { recursive: true })
  await page.screenshot({ path: join(artifacts, `${name}.png`) })
}
