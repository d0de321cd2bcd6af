// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { followTranslation } from '#src/shell/followTranslation.ts'

beforeAll(followTranslation)
afterEach(cleanup)

/** A text's place in the page as Chrome leaves it. */
function translated(
  text: ChildNode,
  way: 'exchanged' | 'put before' | 'put after' = 'exchanged',
): HTMLElement {
  const standIn = document.createElement('font')
  const inner = document.createElement('font')
  inner.textContent = `«${text.textContent}»`
  standIn.append(inner)
  if (way === 'exchanged') text.replaceWith(standIn)
  else {
    if (way === 'put before') text.before(standIn)
    else text.after(standIn)
    text.remove()
  }
  return standIn
}

const textsOf = (element: Element) => [...element.childNodes].filter((node) => node instanceof Text)
/** Whoever watches the page has been told. */
const told = () => new Promise((resolve) => setTimeout(resolve))

/** What is in it at first, and what after a press of the button. */
function Changing({ from, to }: { from: ReactNode; to: ReactNode }) {
  const [isChanged, setChanged] = useState(false)
  return (
    <>
      <p>{isChanged ? to : from}</p>
      <button onClick={() => setChanged(true)}>Change</button>
    </>
  )
}
const change = () => fireEvent.click(screen.getByRole('button'))

describe.each(['exchanged', 'put before', 'put after'] as const)('a text that was translated, %s', (way) => {
  it('is seen to change', async () => {
    const { container } = render(
      <Changing from={['Total ', '£100.00', ' in all']} to={['Total ', '£200.00', ' in all']} />,
    )
    const place = container.querySelector('p')
    for (const text of place ? textsOf(place) : []) translated(text, way)
    await told()
    change()
    await told()
    expect(place?.textContent).toBe('«Total »£200.00« in all»')
  })

  it('goes when it is removed', async () => {
    const { container } = render(
      <Changing from={['Rings', <b key="b">, new</b>]} to={[null, <b key="b">, new</b>]} />,
    )
    const place = container.querySelector('p')
    for (const text of place ? textsOf(place) : []) translated(text, way)
    await told()
    change()
    expect(place?.innerHTML).toBe('<b>, new</b>')
  })

  it('has put before it what belongs there', async () => {
    const { container } = render(<Changing from={[null, 'Rings']} to={[<b key="b">New </b>, 'Rings']} />)
    const place = container.querySelector('p')
    for (const text of place ? textsOf(place) : []) translated(text, way)
    await told()
    change()
    expect(place?.textContent).toBe('New «Rings»')
  })
})

it('a text that was translated, changed and translated again is seen to change again', async () => {
  function Counting() {
    const [count, setCount] = useState(1)
    return <button onClick={() => setCount(count + 1)}>{count} pieces</button>
  }
  render(<Counting />)
  const place = screen.getByRole('button')
  for (const count of [2, 3]) {
    for (const text of textsOf(place)) translated(text)
    await told()
    fireEvent.click(place)
    await told()
    expect(place.textContent).toBe(`${count}« pieces»`)
  }
})

it('texts that have their places again, as when the original is shown, are React’s as before', async () => {
  const { container } = render(<Changing from={['Total ', '£100.00']} to={[null, '£200.00']} />)
  const place = container.querySelector('p')
  const texts = place ? textsOf(place) : []
  const standIns = texts.map((text) => translated(text))
  await told()
  for (const [index, standIn] of standIns.entries()) standIn.replaceWith(texts[index] ?? '')
  await told()
  change()
  expect(place?.innerHTML).toBe('£200.00')
})

it('what was moved into a translation goes with its parent’s word, and what is gone already is no fault', async () => {
  const { container } = render(
    <Changing from={['See ', <b key="b">rings</b>, ' and ', <i key="i">pearls</i>]} to="Nothing" />,
  )
  const place = container.querySelector('p')
  const [first] = place ? textsOf(place) : []
  if (!first) throw new Error('There is no text')
  const standIn = translated(first)
  standIn.append(container.querySelector('b') ?? '')
  container.querySelector('i')?.remove()
  await told()
  change()
  expect(place?.textContent).toContain('Nothing')
  expect(place?.textContent).not.toContain('See')
})
