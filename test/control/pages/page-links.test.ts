import { expect, it } from 'vitest'

import { pageLinks } from '../../../src/control/pages/page-links.ts'
import { makeContext } from '../../support/context.ts'

it('returns no links without a running emulator', () => {
  expect(pageLinks(makeContext().paths, 'demo')).toBeNull()
})
