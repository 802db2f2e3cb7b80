export type Keys = Readonly<Record<string, () => void>>

/** Keys of the page: by the names that a KeyboardEvent has for them. Whoever writes in a field, or is asked something, keeps the keyboard. */
export function listenToKeys(keys: Keys): void {
  document.addEventListener('keydown', (event) => {
    const { target, key } = event
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog') !== null) return
    if (isIn(target, 'input, select, textarea')) {
      if (key === 'Escape' && target instanceof HTMLElement) target.blur()
      return
    }
    if (keepsKey(target, key) || !Object.hasOwn(keys, key)) return
    event.preventDefault()
    keys[key]?.()
  })
}

/** A button, a link or a text that has the focus keeps the keys that are its own. */
function keepsKey(target: EventTarget | null, key: string): boolean {
  return (key === 'Enter' && isIn(target, 'a, button')) || (key.startsWith('Arrow') && isIn(target, 'pre'))
}

function isIn(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}
