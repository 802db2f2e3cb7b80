import { el } from '../dom.ts'
import { openDialog } from './dialog.ts'

const keys: readonly (readonly [string, string])[] = [
  ['j  ↓', 'next row'],
  ['k  ↑', 'row before'],
  ['Enter', 'open it'],
  ['Esc', 'back'],
  ['/', 'search'],
  ['r', 'replay with a fresh signature'],
  ['e', 'edit, sign and send'],
  ['c', 'compare: mark one, then another'],
  ['o', 'place an order (on the emulator)'],
  ['t', 'send a test event'],
  ['p', 'pause and go on'],
  ['g', 'newest row'],
  ['v', 'charts'],
]

export function openHelp(): void {
  openDialog({
    title: 'Keys',
    body: [
      el(
        'dl',
        { class: 'keys' },
        ...keys.flatMap(([key, what]) => [
          el('dt', {}, ...key.split('  ').map((one) => el('kbd', {}, one))),
          el('dd', {}, what),
        ]),
      ),
    ],
  })
}
