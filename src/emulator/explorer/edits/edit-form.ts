import { html } from 'hono/html'

import type { FieldFacts } from '../../../control/fields.ts'
import type { Html } from '../../pages/page.ts'
import type { Note } from '../../portal/note.ts'
import type { Edit } from './edit.ts'
import { askedFields } from './perform.ts'

/** Typed values, to fill the form again. */
export interface TypedEdit {
  readonly name: string
  readonly form: URLSearchParams
}

/** Rejected values with the reason. */
export interface RejectedEdit {
  readonly typed: TypedEdit
  readonly note: Note
}

/** Shows the form of one edit: its fields with their accepted values, and its button. The response reports errors, so the browser checks nothing. */
export function editForm(edit: Edit, action: string, typed: TypedEdit | null): Html {
  const fields = Object.entries(askedFields(edit))
  const valueOf = (name: string) => (typed?.name === edit.name ? (typed.form.get(name) ?? '') : (edit.asks[name] ?? ''))
  return html`<form method="post" action="${action}" class="edit">
    ${fields.map(([name, field]) => formField(`${edit.name}-${name}`, { name, field, value: valueOf(name) }))}
    <div class="actions"><button type="submit">${edit.label}</button></div>
  </form>`
}

interface FieldInForm {
  readonly name: string
  readonly field: FieldFacts
  readonly value: string
}

function formField(id: string, { name, field, value }: FieldInForm): Html {
  return html`<div class="field">
    <label for="${id}">${name}</label>
    ${control(id, { name, field, value })}
    <small id="about-${id}">${field.about}</small>
  </div>`
}

/** A text whose maximum length exceeds this may have several lines. */
const LONG = 1000

function control(id: string, { name, field, value }: FieldInForm): Html {
  if (field.kind === 'bool')
    return html`<input
      type="checkbox"
      id="${id}"
      name="${name}"
      aria-describedby="about-${id}"
      ${value === '' ? '' : 'checked'}
    />`
  if (field.values !== undefined)
    return html`<select id="${id}" name="${name}" aria-describedby="about-${id}">
      ${field.values.map((one) => html`<option value="${one}" ${one === value ? 'selected' : ''}>${one}</option>`)}
    </select>`
  if (field.kind === 'text' && (field.max ?? 0) > LONG)
    // A browser drops a line break at the start of a textarea, so exactly one is put before the value.
    return html`<textarea id="${id}" name="${name}" rows="3" aria-describedby="about-${id}">${'\n'}${value}</textarea>`
  const hint = field.kind === 'map' ? 'tr=100, de=19.90' : ''
  return html`<input
    id="${id}"
    name="${name}"
    value="${value}"
    placeholder="${hint}"
    autocomplete="off"
    spellcheck="false"
    aria-describedby="about-${id}"
  />`
}
