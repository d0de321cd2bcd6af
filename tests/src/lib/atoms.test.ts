import { describe, expect, it, vi } from 'vitest'
import { batch, createAtom } from '../../../src/lib/atoms.ts'

/** As the router's: what is shown, and by which order. */
function shop() {
  const ids = createAtom(['ring', 'chain'])
  const ring = createAtom({ price: 10 })
  const chain = createAtom({ price: 20 })
  const status = createAtom('idle')
  const matches = createAtom(() => ids.get().map((id) => (id === 'ring' ? ring : chain).get()))
  const all = createAtom(() => ({ status: status.get(), matches: matches.get() }))
  return { ids, ring, chain, status, matches, all }
}

describe('the router’s stores', () => {
  it('tell of a change, with the new value, and of nothing else', () => {
    const { status, ring } = shop()
    const told = vi.fn<(status: string) => void>()
    status.subscribe(told)
    expect(told).not.toHaveBeenCalled()
    status.set('pending')
    status.set('pending')
    ring.set({ price: 11 })
    status.set((former) => `${former}, then idle`)
    expect(told.mock.calls).toEqual([['pending'], ['pending, then idle']])
    expect(status.get()).toBe('pending, then idle')
  })

  it('hold nothing yet, and then something, and then nothing again', () => {
    const match = createAtom<string | undefined>(undefined)
    const told = vi.fn<(match: string | undefined) => void>()
    match.subscribe(told)
    match.set('ring')
    match.set(() => undefined)
    expect(told.mock.calls).toEqual([['ring'], [undefined]])
  })

  it('compute anew only what has changed: everything else stays the same object', () => {
    const { status, ring, ids, matches, all } = shop()
    const [before, whole] = [matches.get(), all.get()]
    expect(before).toEqual([{ price: 10 }, { price: 20 }])
    status.set('pending')
    expect(matches.get()).toBe(before)
    expect(all.get()).not.toBe(whole)
    expect(all.get()).toEqual({ status: 'pending', matches: before })
    expect(all.get()).toBe(all.get())
    ring.set({ price: 11 })
    expect(matches.get()).toEqual([{ price: 11 }, { price: 20 }])
    ids.set(['chain'])
    expect(matches.get()).toEqual([{ price: 20 }])
    expect(all.get().matches).toBe(matches.get())
  })

  it('tell those who watch what is computed only when it has changed', () => {
    const { status, ring, matches } = shop()
    const told = vi.fn<(matches: readonly unknown[]) => void>()
    matches.subscribe(told)
    status.set('pending')
    expect(told).not.toHaveBeenCalled()
    ring.set({ price: 12 })
    expect(told.mock.calls).toEqual([[[{ price: 12 }, { price: 20 }]]])
  })

  it('tell of changes that are made together once, when all of them are made', () => {
    const { status, ids, ring, matches } = shop()
    const seen: unknown[] = []
    matches.subscribe((now) => seen.push([status.get(), now]))
    batch(() => {
      ids.set(['ring'])
      batch(() => ring.set({ price: 13 }))
      expect(seen).toEqual([])
      // Whoever asks meanwhile gets what holds by then.
      expect(matches.get()).toEqual([{ price: 13 }])
      status.set('pending')
    })
    expect(seen).toEqual([['pending', [{ price: 13 }]]])
  })

  it('tell nothing of what is again as it was', () => {
    const { status, ring, matches } = shop()
    const told = vi.fn<() => void>()
    status.subscribe(told)
    matches.subscribe(told)
    const price = ring.get()
    batch(() => {
      status.set('pending')
      ring.set({ price: 14 })
      ring.set(price)
      status.set('idle')
    })
    expect(told).not.toHaveBeenCalled()
  })

  it('tell of what was changed before a failure', () => {
    const { status } = shop()
    const told = vi.fn<(status: string) => void>()
    status.subscribe(told)
    const change = () =>
      batch(() => {
        status.set('pending')
        throw new Error('No such page')
      })
    expect(change).toThrow('No such page')
    expect(told.mock.calls).toEqual([['pending']])
    status.set('idle')
    expect(told).toHaveBeenCalledTimes(2)
  })

  it('tell nobody who no longer wants to know, even if another of those told has ended it', () => {
    const { status } = shop()
    const second = vi.fn<() => void>()
    const watching = status.subscribe(() => later.unsubscribe())
    const later = status.subscribe(second)
    status.set('pending')
    expect(second).not.toHaveBeenCalled()
    watching.unsubscribe()
    status.set('idle')
    expect(second).not.toHaveBeenCalled()
  })

  it('may be changed by whoever is told, and watched anew', () => {
    const { status, ring } = shop()
    const statuses: string[] = []
    const prices: number[] = []
    status.subscribe((now) => {
      if (now === 'pending') ring.set({ price: 15 })
      if (now === 'pending') ring.subscribe(({ price }) => prices.push(price))
    })
    status.subscribe((now) => statuses.push(now))
    status.set('pending')
    expect(statuses).toEqual(['pending'])
    // Who has just come knows this value already.
    expect(prices).toEqual([])
    ring.set({ price: 16 })
    expect(prices).toEqual([16])
  })
})
