import { expect, it } from 'vitest'

import { promiseReport } from '../support/processes/promise-report.ts'

const docs = `
| id | threat | defense |
| --- | --- | --- |
| T1 | a page sends a code | a \`state\` |

| id | promise |
| --- | --- |
| P1 | nothing is lost |
| P12 | a journal is moved aside |
| K2 | one effect |

| id | fact |
| --- | --- |
| R1 | is no promise |
`

it('lists each threat and promise with the results and figures of the tests that name it', () => {
  const report = promiseReport(
    docs,
    [
      { title: 'P1 after 3 kills', state: 'passed', figures: { kills: 3, acknowledged: 41_000, most: 'a|b' } },
      { title: 'another one (P1 T1)', state: 'failed', figures: undefined },
      { title: 'moves it (P12)', state: 'skipped', figures: undefined },
    ],
    ['Seed 7'],
  )

  expect(report).toMatchInlineSnapshot(`
    "# Long run

    - Seed 7
    - Tests: 1 passed, 1 failed, 1 skipped

    ## Threats and promises

    | id | promise or defense | tests |
    | --- | --- | --- |
    | T1 | a \`state\` | 1 failed |
    | P1 | nothing is lost | 1 passed, 1 failed |
    | P12 | a journal is moved aside | 1 skipped |
    | K2 | one effect | no test |

    ## Figures

    | id | test | figures |
    | --- | --- | --- |
    | P1 | P1 after 3 kills | kills: 3, acknowledged: 41,000, most: a\\|b |

    ## Failed

    - another one (P1 T1)
    "
  `)
})
