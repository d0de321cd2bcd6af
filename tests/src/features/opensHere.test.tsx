// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { opensHere } from '#src/features/catalogue/opensHere.ts'

afterEach(cleanup)

it.each(['metaKey', 'ctrlKey', 'shiftKey', 'altKey'] as const)(
  'a link that is pressed with %s opens elsewhere, and here without',
  (key) => {
    const heard: boolean[] = []
    render(
      <button type="button" onClick={(press) => void heard.push(opensHere(press))}>
        Page 2
      </button>,
    )
    fireEvent.click(screen.getByRole('button'), { [key]: true })
    fireEvent.click(screen.getByRole('button'))
    expect(heard).toEqual([false, true])
  },
)
