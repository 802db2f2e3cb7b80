import { describe, expect, it } from 'vitest'

import { isInCircle, type Chunks } from '../../scripts/build/chunks.ts'
import { handOver } from '../../scripts/build/loaded-chunks.ts'
import { foldStart } from '../../scripts/build/one-start.ts'

/** As the bundler prints them. */
function printed(): Chunks {
  return new Map(
    Object.entries({
      'main.js': 'export{t as main}from"./chunks/start-AAAAAAAA.js";',
      'chunks/start-AAAAAAAA.js':
        'import{o as e}from"./rolldown-runtime-BBBBBBBB.js";const n=e(1),r=()=>import("./late-CCCCCCCC.js");export{r as n,n as t};',
      'chunks/rolldown-runtime-BBBBBBBB.js': 'const e=a=>a+1,t=a=>a;export{e as o,t};',
      'chunks/late-CCCCCCCC.js': 'import{t}from"./start-AAAAAAAA.js";const e=t;export{e as t};',
      'commands/token/list.js':
        'import{o as e,t}from"../../chunks/rolldown-runtime-BBBBBBBB.js";import{t as n}from"../../chunks/start-AAAAAAAA.js";export{n as default};',
    }).map(([name, code]) => [name, { code }]),
  )
}

const codes = (chunks: Chunks) => Object.fromEntries([...chunks].map(([name, { code }]) => [name, code]))

describe('the code that loads at startup', () => {
  it('is one file, in which the helpers of the bundler keep their names private', () => {
    const chunks = printed()

    foldStart(chunks)

    expect(codes(chunks)).toEqual({
      'main.js':
        'const{o:runtime_o,t:runtime_t}=(()=>{const e=a=>a+1,t=a=>a;return{o:e,t:t}})();const e=runtime_o;const n=e(1),r=()=>import("./chunks/late-CCCCCCCC.js");export{r as n,n as t,n as main,runtime_o,runtime_t};',
      'chunks/late-CCCCCCCC.js': 'import{t}from"../main.js";const e=t;export{e as t};',
      'commands/token/list.js':
        'import{runtime_o as e,runtime_t as t}from"../../main.js";import{t as n}from"../../main.js";export{n as default};',
    })
  })

  it('fails loudly if the bundler puts it elsewhere', () => {
    const chunks = printed()
    chunks.delete('chunks/start-AAAAAAAA.js')

    expect(() => foldStart(chunks)).toThrow('The bundler made no chunks/start-AAAAAAAA.js')
  })
})

describe('a chunk that is loaded lazily', () => {
  const asking = 'const a=()=>import(`./b-AAAAAAAA.js`).then(m=>({open:m.t,shut:m.n}));export{a as t};'

  it('is read from its own registration if already loaded', () => {
    const chunks: Chunks = new Map([
      ['main.js', { code: 'export{x as main};' }],
      ['chunks/a.js', { code: asking }],
      ['chunks/b-AAAAAAAA.js', { code: 'let e=1,t=2;export{t as n,e as t};' }],
    ])

    handOver(chunks)

    expect(codes(chunks)).toEqual({
      'main.js': expect.stringMatching(
        /^const loadedChunks=new Map;function lateChunk.*export\{x as main\};$/,
      ) as string,
      'chunks/a.js':
        'import{lateChunk}from"../main.js";const a=()=>lateChunk("chunks/b-AAAAAAAA.js",()=>import("./b-AAAAAAAA.js")).then(m=>({open:m.t,shut:m.n}));export{a as t};',
      'chunks/b-AAAAAAAA.js':
        'import{loadedChunks}from"../main.js";let e=1,t=2;export{t as n,e as t};;loadedChunks.set("chunks/b-AAAAAAAA.js",{get t(){return e},get n(){return t}});',
    })
  })

  it('must export the requested names', () => {
    const chunks: Chunks = new Map([
      ['main.js', { code: '' }],
      ['chunks/a.js', { code: asking }],
      ['chunks/b-AAAAAAAA.js', { code: 'let e=1;export{e as t};' }],
    ])

    expect(() => handOver(chunks)).toThrow('chunks/b-AAAAAAAA.js does not export n.')
  })
})

it('files that import each other form a cycle, files that load each other lazily do not', () => {
  const chunks: Chunks = new Map([
    ['a.js', { code: 'import"./chunks/b.js";' }],
    ['chunks/b.js', { code: 'import{x}from"./c.js";' }],
    ['chunks/c.js', { code: 'export{y}from"../a.js";' }],
    ['d.js', { code: 'import{x}from"./chunks/b.js";' }],
    ['e.js', { code: 'const f=()=>import("./f.js");' }],
    ['f.js', { code: 'import"./e.js";' }],
  ])

  expect([...chunks.keys()].filter((name) => isInCircle(name, chunks))).toEqual(['a.js', 'chunks/b.js', 'chunks/c.js'])
})
