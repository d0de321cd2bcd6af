// @vitest-environment jsdom
import { Link, RouterContextProvider, createMemoryHistory } from '@tanstack/react-router'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { setTransport } from '#src/lib/client.ts'
import { createQueryClient } from '#src/lib/queryClient.ts'
import { makeRouter } from '#src/router.tsx'
import { eventually } from '#tests/support/eventually.ts'
import { piece } from '#tests/support/pieces.ts'

const pieces = [1, 2, 3].map((id) => piece(id))

it('what a finger only touches is read ahead as long as the line is no very slow one, and again when it is none', async () => {
  const connection = { effectiveType: '4g' }
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { connection }))
  const asked: string[] = []
  setTransport(async (url) => {
    const touched = pieces.find(({ slug }) => url.includes(slug))
    asked.push(touched?.slug ?? url)
    return Response.json({ data: touched })
  })
  const router = makeRouter(createQueryClient({ say: () => undefined }), createMemoryHistory())
  render(
    <RouterContextProvider router={router}>
      {pieces.map(({ slug, name }) => (
        <Link key={slug} to="/products/$slug" params={{ slug }}>
          {name}
        </Link>
      ))}
    </RouterContextProvider>,
  )
  const touch = (name: string) => fireEvent.touchStart(screen.getByText(name))

  touch('Piece 1')
  await eventually(() => expect(asked).toEqual(['piece-1']))
  connection.effectiveType = '2g'
  touch('Piece 2')
  connection.effectiveType = '4g'
  touch('Piece 3')
  await eventually(() => expect(asked.at(-1)).toBe('piece-3'))
  expect(asked).toEqual(['piece-1', 'piece-3'])
})
