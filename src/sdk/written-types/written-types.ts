import { apiText } from './api-text.ts'
import { eventsText } from './events-text.ts'
import { parseJsonText, validatorText } from './validator-text.ts'

/** How a written file begins: what begins otherwise is somebody's own. */
export const WRITTEN_MARK = '// Made by `app types`.'

export interface WrittenTypesOptions {
  /** Whether an id is a bigint where a number does not hold it; else such an id is refused by the validators. */
  readonly hasExactIds: boolean
}

/** The types of the platform's events and API as one TypeScript file that imports nothing, with validators by Standard Schema. Made from the catalog alone. */
export function writtenTypes({ hasExactIds }: WrittenTypesOptions = { hasExactIds: false }): string {
  return `${[
    `${WRITTEN_MARK} Do not change it: run the command again. \`app types${hasExactIds ? ' --exact-ids' : ''} --check\` tells whether it is still right.\n/* eslint-disable */`,
    hasExactIds ? exactLong : plainLong,
    '/** An exact decimal. Never add such numbers as they are: turn them into text or a decimal type first. */\nexport type Decimal = number',
    eventsText(),
    apiText(),
    ...(hasExactIds ? [parseJsonText] : []),
    validatorText.trimEnd(),
  ].join('\n\n')}\n`
}

const plainLong =
  '/** A 64-bit id. What is above 2^53 was rounded by JSON.parse, so the validators refuse it: `app types --exact-ids` writes a file that keeps it. */\nexport type Long = number'

const exactLong =
  '/** A 64-bit id: a bigint where a number does not hold it. `parseJson` reads it so; one that was rounded on the way is refused by the validators. */\nexport type Long = number | bigint'
