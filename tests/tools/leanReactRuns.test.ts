// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { compileFunction } from 'node:vm'
import { fireEvent } from '@testing-library/react'
import * as whole from 'react'
import type * as ReactDom from 'react-dom'
import type * as Client from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { cutOut } from '../../tools/leanReact/cut.ts'
import { cuts } from '../../tools/leanReact/cuts.ts'
import { eventually } from '../support/eventually.ts'

type React = typeof whole

/**
 * React as browsers get it, without what is cut out of it: from the installed files, each after those that it needs.
 */
function leanReact() {
  const known = new Map<string, unknown>([['scheduler', createRequire(import.meta.url)('scheduler')]])
  const names = ['react', 'react-dom', 'react-dom/client']
  for (const [index, [file, cut]] of Object.entries(cuts).entries()) {
    const exports = {}
    const code = cutOut(readFileSync(`node_modules/${file}`, 'utf8'), cut)
    compileFunction(code, ['exports', 'require'])(exports, (name: string) => known.get(name))
    known.set(names[index] ?? '', exports)
  }
  return {
    lean: known.get('react') as React,
    dom: known.get('react-dom') as typeof ReactDom,
    client: known.get('react-dom/client') as typeof Client,
  }
}

const { lean, dom, client } = leanReact()
const pages: Client.Root[] = []

/** An element of the document, with markup of the server's if given. */
function place(markup = '') {
  const root = document.createElement('div')
  root.innerHTML = markup
  document.body.append(root)
  return root
}

function show(page: whole.ReactNode) {
  const root = place()
  const made = client.createRoot(root)
  pages.push(made)
  dom.flushSync(() => made.render(page))
  return root
}

const press = (root: HTMLElement, name = 'button') =>
  root.querySelector(name)?.dispatchEvent(new MouseEvent('click', { bubbles: true }))

afterEach(() => {
  for (const page of pages.splice(0)) page.unmount()
  document.body.replaceChildren()
})

it('wakes the server’s markup as it came, parts that sleep included, and answers a press', async () => {
  const wake = Promise.withResolvers<undefined>()
  const page = (
    { createElement, useId, useState, lazy, Suspense }: React,
    whenAwake: Promise<unknown> | null,
  ) => {
    const Below = () => createElement('p', { id: useId() }, 'Related pieces')
    const loaded = { default: Below }
    const Sleeping = lazy(() => whenAwake?.then(() => loaded) ?? Promise.resolve(loaded))
    // Created once: React discards unhydrated markup whose props change.
    const below = createElement(Suspense, null, createElement(whenAwake ? Sleeping : Below))
    function Page() {
      const [count, setCount] = useState(0)
      const add = createElement('button', { onClick: () => setCount(count + 1) }, `In the cart: ${count}`)
      return createElement('main', null, add, below)
    }
    return createElement(Page)
  }
  const root = place(renderToString(page(whole, null)))
  const [button, below] = [root.querySelector('button'), root.querySelector('p')]
  const errors: unknown[] = []
  pages.push(
    client.hydrateRoot(root, page(lean, wake.promise), {
      onRecoverableError: (error) => void errors.push(error),
    }),
  )
  await eventually(() => {
    press(root)
    expect(button?.textContent).not.toBe('In the cart: 0')
  })
  wake.resolve(undefined)
  await wake.promise
  await eventually(() => expect(root.innerHTML).not.toContain('$?'))
  expect(root.querySelector('button')).toBe(button)
  expect(root.querySelector('p')).toBe(below)
  expect(errors).toEqual([])
})

it('what is shown ahead of an answer stays until the answer is there', async () => {
  const { createElement, startTransition, useOptimistic, useState } = lean
  const answer = Promise.withResolvers<undefined>()
  const seen: boolean[] = []
  function Filter() {
    const [isOn, setOn] = useState(false)
    const [isShown, showAs] = useOptimistic(isOn)
    seen.push(isShown)
    const choose = () =>
      startTransition(async () => {
        showAs(true)
        await answer.promise
        startTransition(() => setOn(true))
      })
    return createElement('input', { type: 'checkbox', checked: isShown, onChange: choose })
  }
  const root = show(createElement(Filter))
  const box = root.querySelector('input')
  box?.click()
  await eventually(() => expect(seen.at(-1)).toBe(true))
  // Whatever else is rendered meanwhile.
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(box?.checked).toBe(true)
  answer.resolve(undefined)
  await answer.promise
  await eventually(() => expect(seen.filter((isShown) => isShown).length).toBeGreaterThan(1))
  expect(box?.checked).toBe(true)
  expect(seen.slice(seen.indexOf(true))).not.toContain(false)
})

it('what a transition leads to appears with its pictures, in place of what said that it is awaited', async () => {
  const { createElement, lazy, startTransition, useEffect, useState, Suspense, Fragment } = lean
  const loaded = Promise.withResolvers<{ default: () => whole.ReactNode }>()
  const Piece = lazy(() => loaded.promise)
  const left = vi.fn<() => void>()
  function List() {
    useEffect(() => left, [])
    return createElement('ul', null, createElement('li', null, 'Rings'))
  }
  function Page() {
    const [isPiece, setPiece] = useState(false)
    const [isOpen, setOpen] = useState(false)
    const lead = () => startTransition(() => setPiece(true))
    const inside = isPiece ? createElement(Piece) : createElement(List)
    return createElement(
      'main',
      null,
      createElement('button', { onClick: lead }, 'A ring'),
      createElement('a', { onClick: () => setOpen(true) }, 'More'),
      isOpen &&
        createElement(Suspense, { fallback: createElement('i', null, 'Loading') }, createElement(Piece)),
      createElement(Suspense, { fallback: createElement('i', null, 'Loading') }, inside),
    )
  }
  const root = show(createElement(Page))
  press(root)
  press(root, 'a')
  await eventually(() => expect(root.querySelector('i')).not.toBeNull())
  // What was shown stays until the rest is there.
  expect(root.querySelector('ul')?.style.display).toBe('')
  const piece = [
    createElement('h1', { key: 'name' }, 'Ring'),
    createElement('img', { key: 'picture', src: '/ring.avif', srcSet: '/ring.avif 1x', alt: 'A ring' }),
  ]
  loaded.resolve({ default: () => createElement(Fragment, null, piece) })
  await loaded.promise
  await eventually(() => expect(root.querySelectorAll('img')).toHaveLength(2))
  expect(root.querySelector('i')).toBeNull()
  expect(root.querySelector('ul')).toBeNull()
  await eventually(() => expect(left).toHaveBeenCalledOnce())
})

it('a field is what its page says, a failure stays within its part, and what is closed cleans up', () => {
  const { Component, createElement, useEffect, useState } = lean
  class Boundary extends Component<{ children: whole.ReactNode }, { failed: boolean }> {
    override state = { failed: false }
    static getDerivedStateFromError = () => ({ failed: true })
    override render() {
      return this.state.failed ? createElement('p', { role: 'alert' }, 'Not to be had') : this.props.children
    }
  }
  const closed = vi.fn<() => void>()
  function Above() {
    useEffect(() => closed, [])
    return createElement('dialog', null, 'Zoom')
  }
  function Page() {
    const [isBroken, breakIt] = useState(false)
    const [isOpen, setOpen] = useState(true)
    const Part = () => {
      if (isBroken) throw new Error('No such piece')
      return createElement('input', { value: 'Ada', onChange: () => undefined })
    }
    return createElement(
      'div',
      null,
      createElement('button', { onClick: () => (isOpen ? setOpen(false) : breakIt(true)) }),
      isOpen && createElement(Above),
      createElement(Boundary, null, createElement(Part)),
    )
  }
  const said = vi.spyOn(console, 'error').mockReturnValue(undefined)
  const root = show(createElement(Page))
  const field = root.querySelector('input')
  if (!field) throw new Error('There is no field')
  fireEvent.input(field, { target: { value: 'Eve' } })
  expect(field.value).toBe('Ada')
  expect(document.querySelector('dialog')).not.toBeNull()
  press(root)
  dom.flushSync(() => undefined)
  expect(document.querySelector('dialog')).toBeNull()
  expect(closed).toHaveBeenCalledOnce()
  press(root)
  dom.flushSync(() => undefined)
  expect(root.querySelector('[role=alert]')?.textContent).toBe('Not to be had')
  expect(said).toHaveBeenCalledWith(expect.objectContaining({ message: 'No such piece' }))
  said.mockRestore()
})
