import { escapeForeign } from '../../text/escape.ts'

/** Content of an element. Texts become text nodes, with control and bidi characters made visible (T21, T22), so nothing becomes markup. */
export type Child = Node | string | number | null | undefined | false

type Attributes = Readonly<Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>>

/** Creates an element with attributes and children. An attribute that is a function becomes a listener for the event of that name. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  setAll(element, attributes)
  fill(element, ...children)
  return element
}

const SVG = 'http://www.w3.org/2000/svg'

/** Like `el`, for SVG. */
export function svg(name: string, attributes: Attributes = {}, ...children: readonly Child[]): SVGElement {
  const element = document.createElementNS(SVG, name)
  setAll(element, attributes)
  fill(element, ...children)
  return element
}

/** Replaces all children of an element. */
export function fill(element: Element, ...children: readonly Child[]): void {
  const nodes = children.filter((child) => child !== null && child !== undefined && child !== false)
  element.replaceChildren(...nodes.map((child) => (child instanceof Node ? child : visible(String(child)))))
}

function visible(text: string): Text {
  return document.createTextNode(escapeForeign(text))
}

function setAll(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, plain(value))
  }
}

function plain(value: string | number): string {
  return typeof value === 'string' ? escapeForeign(value) : String(value)
}

/** Splits a sentence so that commands and names between backticks become code. */
export function prose(text: string): Child[] {
  return text.split('`').map((part, at) => (at % 2 === 0 ? part : el('code', {}, part)))
}

/** Returns the shell's element with this id. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as document.querySelector has it
export function byId<Type extends HTMLElement = HTMLElement>(id: string): Type {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`The page has no #${id}.`)
  // The shell is our own file, so its elements are known.
  return element as Type
}
