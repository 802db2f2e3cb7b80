import { describe, expect, it } from 'vitest'

import { openScreen } from '../../src/cli/screen.ts'
import { captureTerminal, NOON } from '../support/context.ts'

function makeScreen(width?: number, isWide = false) {
  const captured = captureTerminal(width === undefined ? {} : { width })
  return { ...captured, screen: openScreen({ terminal: captured.terminal, now: () => NOON }, isWide) }
}

describe('the screen of a command', () => {
  it('lists the omitted columns once after a table', () => {
    const { screen, stdout, stderr } = makeScreen(80)

    screen.looks.onHidden?.(['STORE', 'EVENT'])
    screen.show('ID\n1')
    screen.show('ID\n2')

    expect(stdout()).toBe('ID\n1\nID\n2\n')
    expect(stderr()).toBe('2 columns hidden (STORE, EVENT). Widen the terminal or use --wide to show all.\n')
  })

  it('wraps a sentence between words on a terminal, but not a text of several lines or piped output', () => {
    const text = 'Product 7 is already adopted as marketplace-ref. Nothing was written.'
    const narrow = makeScreen(50)
    const piped = makeScreen()

    narrow.screen.show(text)
    narrow.screen.note(text)
    narrow.screen.show(`${text}\n`)
    piped.screen.show(text)
    piped.screen.note(text)

    expect(narrow.stdout()).toBe(`${text.replace('. Nothing', '.\nNothing')}\n${text}\n\n`)
    expect(narrow.stderr()).toBe(`${text.replace('. Nothing', '.\n  Nothing')}\n`)
    expect([piped.stdout(), piped.stderr()]).toEqual([`${text}\n`, `${text}\n`])
  })

  it('wraps a line of a longer text if the target makes it too wide', () => {
    const { screen, terminal, stdout } = makeScreen(50)
    terminal.nameTargetBy((text) => text.replace('`app register`', '`app register --target live`'))

    screen.show('Enter this:\nThen run `app register` in a terminal, once.')

    expect(stdout()).toBe('Enter this:\nThen run `app register --target live` in a\nterminal, once.\n')
  })

  it('wraps a paragraph again if a file name makes one of its lines too wide', () => {
    const { screen, terminal, stdout } = makeScreen(40)
    terminal.nameTargetBy((text) => text.replace('app.toml', 'app.production.toml'))

    screen.show('Note:\n  No value was confirmed, and app.toml\n    has a client_id.\n\nEnd')

    expect(stdout()).toBe('Note:\n  No value was confirmed, and\n    app.production.toml has a client_id.\n\nEnd\n')
  })

  it('wraps a paragraph again if its next line begins with a command', () => {
    const { screen, terminal, stdout } = makeScreen(50)
    terminal.nameTargetBy((text) => text.replace('`app dev`', '`app dev --config dev`'))

    screen.show('Head\n  In a terminal, `app dev` opens it, or\n  `app emulator start` and then more.')

    expect(stdout()).toBe(
      'Head\n  In a terminal, `app dev --config dev` opens it,\n  or `app emulator start` and then more.\n',
    )
  })
})
