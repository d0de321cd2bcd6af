import { describe, expect, it } from 'vitest'
import { parseSearch, stringifySearch } from '#src/lib/search.ts'

describe('the query of an address is plain', () => {
  it.each([
    ['', {}],
    ['?page=2', { page: '2' }],
    ['?price=0-300&price=900-', { price: ['0-300', '900-'] }],
    ['?query=caf%C3%A9+ring', { query: 'café ring' }],
    ['?query=', { query: '' }],
  ])('%s is read and written back alike', (text, values) => {
    expect(parseSearch(text)).toEqual(values)
    expect(stringifySearch(values)).toBe(text)
  })

  it('leaves out what is undefined or empty', () => {
    expect(stringifySearch({ page: undefined, price: [], sort_by: 'newest' })).toBe('?sort_by=newest')
  })

  it('no name is there more than fifty times, however often it is said', () => {
    const values = parseSearch(`?page=2${'&a'.repeat(4_000)}&price=0-300&price=900-`)
    expect(values).toEqual({ page: '2', a: Array(50).fill(''), price: ['0-300', '900-'] })
  })

  it('a name like __proto__ is just a name', () => {
    const values = parseSearch('?__proto__=polluted&constructor=x')
    expect(Object.keys(values)).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(values)).toBe(Object.prototype)
  })
})
