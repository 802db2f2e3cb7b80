import { expect, it } from 'vitest'

import { leanCommand } from '../../scripts/build/lean-commands.ts'

it('takes constant texts out of a command and leaves all else', () => {
  const code =
    'var a=class extends e{static summary=`One.`;static description=`Two ${x}.`;static examples=[`b`,{command:"c",description:"d"}];summary=1;static flags={f:{description:`g`}};async run(){return 10n}};'

  expect(leanCommand(code)).toBe(
    'var a=class extends e{static description=`Two ${x}.`;summary=1;static flags={f:{description:`g`}};async run(){return 10n}};',
  )
})
