import { byId, el, fill, prose } from '../dom.ts'
import { quiet } from '../parts.ts'
import { TOKEN_SHAPE } from '../share-token.ts'

/** Matches an address with the token, or the token alone. */
const PASTED = new RegExp(`(?:#token=|^)(${TOKEN_SHAPE})$`)

/** Shown in place of the rows if the page has no access to them. */
export function showLockedOut(why: string, open: (token: string) => void): void {
  const field = el('input', {
    type: 'password',
    name: 'address',
    placeholder: 'http://127.0.0.1:4812/#token=…',
    autocomplete: 'off',
  })
  const enter = () => {
    const [, token] = PASTED.exec(field.value.trim()) ?? []
    if (token !== undefined) open(token)
  }
  field.addEventListener('keydown', (event) => event.key === 'Enter' && enter())
  fill(
    byId('board'),
    el(
      'div',
      { class: 'card locked' },
      el('h1', {}, 'Sign in to the inspector'),
      el('p', {}, ...prose(why)),
      quiet(
        'In the project folder, run ',
        el('code', {}, 'app open inspector'),
        '. While ',
        el('code', {}, 'app dev'),
        ' runs, press ',
        el('kbd', {}, 'w'),
        ' in its terminal. ',
        el('code', {}, 'app webhook inspect'),
        ' prints its own link when it starts.',
      ),
      el('label', { class: 'field' }, 'Or paste the link', field),
      el('div', { class: 'actions' }, el('button', { type: 'button', class: 'main', click: enter }, 'Open')),
    ),
  )
  Object.assign(document.body.dataset, { view: 'board', locked: '' })
}
