// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { ConfirmDialog } from '#src/ui/Dialog.tsx'
import { useHeir } from '#src/ui/useHeir.ts'

afterEach(cleanup)

function Lines() {
  const [isThere, setThere] = useState(true)
  const [, renderAgain] = useState(0)
  const { heir, within } = useHeir()
  return (
    <>
      <h1 ref={heir} tabIndex={-1}>
        Cart
      </h1>
      <div {...within}>{isThere && <button onClick={() => setThere(false)}>Remove</button>}</div>
      <button onClick={() => renderAgain((times) => times + 1)}>Again</button>
    </>
  )
}

it('the heir has the focus once, when what had it is gone, and not each time that nothing has it', () => {
  render(<Lines />)
  const remove = screen.getByRole('button', { name: 'Remove' })
  remove.focus()
  fireEvent.click(remove)
  const title = screen.getByRole('heading')
  expect(document.activeElement).toBe(title)
  title.blur()
  fireEvent.click(screen.getByRole('button', { name: 'Again' }))
  expect(document.activeElement).toBe(document.body)
})

function Clearing() {
  const [isAsking, setAsking] = useState(false)
  const [isCleared, setCleared] = useState(false)
  const { heir, within } = useHeir()
  return (
    <>
      <h1 ref={heir} tabIndex={-1}>
        Cart
      </h1>
      <div {...within}>
        {!isCleared && <button onClick={() => setAsking(true)}>Clear</button>}
        {isAsking && (
          <ConfirmDialog
            title="Clear cart"
            confirmLabel="Yes"
            onConfirm={() => {
              setAsking(false)
              setCleared(true)
            }}
            onCancel={() => setAsking(false)}
          />
        )}
      </div>
    </>
  )
}

describe('the focus that a dialog had is the heir’s only where the dialog had it from somewhere', () => {
  const ask = () => {
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.getByRole('alertdialog').contains(document.activeElement)).toBe(true)
  }

  it('not where buttons are not focused when they are clicked, as in Safari', () => {
    render(<Clearing />)
    ask()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(document.activeElement).toBe(document.body)
  })

  it('but where a button had it that is gone, also when the window was left meanwhile', () => {
    render(<Clearing />)
    screen.getByRole('button', { name: 'Clear' }).focus()
    ask()
    const answer = screen.getByRole('button', { name: 'Cancel' })
    fireEvent.blur(answer)
    fireEvent.focus(answer)
    fireEvent.click(screen.getByRole('button', { name: 'Yes' }))
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  })
})
