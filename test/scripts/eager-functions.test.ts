import { describe, expect, it } from 'vitest'

import { eagerFunctions, type FunctionPlace } from '../../scripts/build/eager-functions.ts'

/** Where each of these texts stands in the code. */
function placesOf(code: string, ...texts: readonly string[]): FunctionPlace[] {
  return texts.map((text) => {
    const start = code.indexOf(text)
    if (start === -1) throw new Error(`No ${text} in it.`)
    return { start, end: start + text.length }
  })
}

function eager(code: string, ...texts: readonly string[]): string {
  return eagerFunctions(code, placesOf(code, ...texts), { mayMove: true })
}

async function evaluated(code: string): Promise<unknown> {
  const { result } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { result: unknown }
  return result
}

describe('functions that are compiled with their file', () => {
  it.each([
    ['an expression', 'const a=function(b){return b};', 'function(b){return b}', 'const a=(function(b){return b});'],
    ['an arrow', 'f(b=>b+1);', 'b=>b+1', 'f((b=>b+1));'],
    ['an arrow in an arrow', 'f(a=>b=>a);', 'b=>a', 'f(a=>(b=>a));'],
    ['a generator', 'f(function*(){yield 1});', 'function*(){yield 1}', 'f((function*(){yield 1}));'],
    ['a declaration', 'f();function f(a){return a}', 'function f(a){return a}', 'var f=(function(a){return a});f();'],
    [
      'one that waits',
      'g();async function g(){await 1}',
      'async function g(){await 1}',
      'var g=(async function(){await 1});g();',
    ],
    [
      'one behind an import',
      'import a from"./a.js";g();function g(){}',
      'function g(){}',
      'import a from"./a.js";var g=(function(){});g();',
    ],
    [
      'one in a function',
      'x=>{"use strict";g();function g(){}}',
      'function g(){}',
      'x=>{"use strict";var g=(function(){});g();}',
    ],
    ['a method of an object', 'a={b(c){return c}}', 'b(c){return c}', 'a={b:(function(c){return c})}'],
    ['one that waits, of an object', 'a={async*[b](c){}}', 'async*[b](c){}', 'a={[b]:(async function*(c){})}'],
  ])('has %s in parentheses', (_what, code, text, wanted) => {
    expect(eager(code, text)).toBe(wanted)
  })

  it.each([
    ['an arrow that waits', 'a=async b=>b', 'async b=>b'],
    ['a method of a class', 'class A{b(){}}', 'b(){}'],
    ['a getter', 'a={get b(){return 1}}', 'get b(){return 1}'],
    ['a method that asks its parent', 'a={b(){return super.b()}}', 'b(){return super.b()}'],
    ['a declaration in a block', 'if(a){function b(){}}', 'function b(){}'],
  ])('leaves %s unchanged', (_what, code, text) => {
    expect(eager(code, text)).toBe(code)
  })

  it('leaves functions unchanged that were not called', () => {
    expect(eager('const a=()=>1,b=()=>2;', '()=>2')).toBe('const a=()=>1,b=(()=>2);')
  })

  it('moves no declaration that another file may request earlier', () => {
    const code = 'f(()=>1);function f(a){return a}'
    const places = placesOf(code, '()=>1', 'function f(a){return a}')

    expect(eagerFunctions(code, places, { mayMove: false })).toBe('f((()=>1));function f(a){return a}')
  })

  it('preserves behavior with nested functions', async () => {
    const code = `const made=outer(2);
      function outer(a){const twice=b=>inner(b)*2;return{sum(c){return twice(c)+a},name:outer.name};function inner(d){return d+1}}
      export const result=[made.sum(3),made.name,made.sum.name,(function(){return typeof this}).call(1)]`
    const changed = eager(
      code,
      'function outer(a){const twice=b=>inner(b)*2;return{sum(c){return twice(c)+a},name:outer.name};function inner(d){return d+1}}',
      'b=>inner(b)*2',
      'sum(c){return twice(c)+a}',
      'function inner(d){return d+1}',
      'function(){return typeof this}',
    )

    expect(changed.match(/=\(function|:\(function|=\(b=>/g)).toHaveLength(4)
    expect(await evaluated(changed)).toEqual(await evaluated(code))
    expect(await evaluated(changed)).toEqual([10, 'outer', 'sum', 'number'])
  })
})
