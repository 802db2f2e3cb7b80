import { expect, it } from 'vitest'

import { leanCommand } from '../../scripts/build/lean-commands.ts'

it('removes constant texts from a command and leaves the rest unchanged', () => {
  const code =
    'var a=class extends e{static summary=`One.`;static description=`Two ${x}.`;static examples=[`b`,{command:"c",description:"d"}];summary=1;static flags={f:{description:`g`}};async run(){return 10n}};'

  expect(leanCommand(code)).toBe(
    'var a=class extends e{static description=`Two ${x}.`;summary=1;static flags={f:{description:`g`}};async run(){return 10n}};',
  )
})
