// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
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
