import { apiText } from './api-text.ts'
import { eventsText } from './events-text.ts'
import { validatorText } from './validator-text.ts'

/** How a written file begins: what begins otherwise is somebody's own. */
export const WRITTEN_MARK = '// Made by `app types`.'

/** The types of the platform's events and API as one TypeScript file that imports nothing, with validators by Standard Schema. Made from the catalog alone. */
export function writtenTypes(): string {
  return `${[
    `${WRITTEN_MARK} Do not change it: run the command again. \`app types --check\` tells whether it is still right.\n/* eslint-disable */`,
    '/** A 64-bit id. JSON.parse rounds what is above 2^53: read the body with a parser that keeps digits where that can be. */\nexport type Long = number',
    '/** An exact decimal. Never add such numbers as they are: turn them into text or a decimal type first. */\nexport type Decimal = number',
    eventsText(),
    apiText(),
    validatorText.trimEnd(),
  ].join('\n\n')}\n`
}
