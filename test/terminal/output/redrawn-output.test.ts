import { expect, it } from 'vitest'

import { redrawnOutput } from '../../../src/terminal/output/redrawn-output.ts'

const ESC = '\u001b['
/** What the library writes over a frame of two rows. */
const erased = `${ESC}2K${ESC}1A${ESC}2K${ESC}G`

function makeOutput(columns: number) {
  const terminal = { columns, written: [] as string[], write: (text: string) => terminal.written.push(text) }
  const output = redrawnOutput(terminal)
  return { terminal, write: (text: string) => output.write(text) }
}

it('erases all rows of a question once if a narrower window has wrapped it', () => {
  const { terminal, write } = makeOutput(40)
  const frame = `? ${'q'.repeat(36)} \n  answer${ESC}9G`
  write(frame)
  terminal.columns = 15
  write(`${erased}${frame}`)
  write(`${erased}${frame}`)

  // 39 columns take three rows of 15.
  expect(terminal.written).toEqual([frame, `${ESC}3A\r${ESC}J${frame}`, `${erased}${frame}`])
})

it('counts the rows of a long answer before the cursor, but not those below it', () => {
  const { terminal, write } = makeOutput(40)
  const frame = `? name ${'n'.repeat(30)}\nhelp${ESC}1A${ESC}38G`
  write(frame)
  terminal.columns = 20
  write(`${ESC}1B${erased}${frame}`)

  expect(terminal.written[1]).toBe(`${ESC}1A\r${ESC}J${frame}`)
})

it('forwards all output that is not a frame, and every frame while the window does not become narrower', () => {
  const { terminal, write } = makeOutput(40)
  const texts = [`? a${ESC}4G`, `${ESC}5G`, `${ESC}2K${ESC}G? ab${ESC}5G`, `\n${ESC}G${ESC}?25h`]
  for (const text of texts) {
    terminal.columns += 10
    write(text)
  }

  expect(terminal.written).toEqual(texts)
})
