import { el } from '../dom.ts'
import { openDialog } from './dialog.ts'

const keys: readonly (readonly [string, string])[] = [
  ['j  ↓', 'next row'],
  ['k  ↑', 'previous row'],
  ['Enter', 'open row'],
  ['Esc', 'back'],
  ['/', 'search'],
  ['r', 'replay with a new timestamp and signature'],
  ['e', 'edit, sign and send'],
  ['c', 'compare two deliveries'],
  ['o', 'place an order (on the emulator)'],
  ['t', 'send a test event'],
  ['p', 'pause or resume live updates'],
  ['g', 'newest row'],
  ['v', 'charts'],
]

export function openHelp(): void {
  openDialog({
    title: 'Keyboard shortcuts',
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
