import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'

const folder = mkdtempSync(join(tmpdir(), 'damson-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const read = (address?: string) => readConfig({ DATA_DIR: folder, PUBLIC_URL: address })

test('the shop’s own address is taken as browsers write it, however the operator does', () => {
  const same = [
    'https://shop.example',
    'https://shop.example/',
    'HTTPS://Shop.Example:443/',
    'https:shop.example',
  ]
  expect(same.map((address) => read(address).publicUrl)).toEqual(same.map(() => 'https://shop.example'))
  expect(read('http://Shop.Example:80/damson//').publicUrl).toBe('http://shop.example/damson')
  expect(read().publicUrl).toBe('http://127.0.0.1:3000')
})

test('a secret that is kept is read without a write, which a full disk would refuse', () => {
  const own = join(folder, 'kept')
  const { sessionSecret } = readConfig({ DATA_DIR: own })
  const written = statSync(own).mtimeMs
  expect(readConfig({ DATA_DIR: own }).sessionSecret).toBe(sessionSecret)
  expect(statSync(own).mtimeMs).toBe(written)
})

test('a data folder that is none is named', () => {
  const file = join(folder, 'a-file')
  writeFileSync(file, '')
  expect(() => readConfig({ DATA_DIR: file })).toThrow(
    `DATA_DIR: expected a writable folder, which ${file} is not (ENOTDIR)`,
  )
})

test('an address of PostgreSQL that its driver cannot decode is named, and no other with a % in it', () => {
  const at = (address: string) =>
    readConfig({ DATA_DIR: folder, DATABASE_URL: `postgres://${address}`, SESSION_SECRET: 'x'.repeat(32) })
  for (const address of ['damson:p%e4x@host/damson', 'd%e4mson@host/damson', 'damson:plum@host/d%e4mson'])
    expect(() => at(address), address).toThrow(
      'DATABASE_URL: expected postgres://user:password@host:port/name, with a % in the password written as %25',
    )
  const read = [
    'damson:p%C3%A4x@host/damson',
    'damson:50%off@host/damson',
    'damson@%2Frun%2Fpostgresql/damson',
  ]
  for (const address of [...read, 'damson@host/damson?sslmode=require&sslrootcert=/nowhere'])
    expect(at(address).databaseUrl).toBe(`postgres://${address}`)
})

test('it says whether cookies and headers may count on TLS', () => {
  expect(read('HTTPS://Shop.Example').isSecure).toBe(true)
  expect(read('http://shop.example').isSecure).toBe(false)
  expect(read().isSecure).toBe(false)
})

test('`localhost` is one address to listen on, so that all that comes is heard alike, and stays the shop’s name', () => {
  const named = (host: string) => readConfig({ DATA_DIR: folder, HOST: host })
  expect(named('localhost')).toMatchObject({ host: '127.0.0.1', publicUrl: 'http://localhost:3000' })
  for (const host of ['127.0.0.1', '::1', '0.0.0.0', 'shop.internal']) expect(named(host).host).toBe(host)
})

test('a login provider is asked by TLS unless it is on this machine, and not where the API is of another origin', () => {
  const provided = (OIDC_ISSUER: string, more = {}) =>
    readConfig({ DATA_DIR: folder, OIDC_ISSUER, OIDC_CLIENT_ID: 'shop', OIDC_CLIENT_SECRET: 'plum', ...more })
  for (const issuer of ['https://accounts.example', 'http://localhost:4000'])
    expect(provided(issuer).oidc).toMatchObject({ google: { issuer, name: 'Google' }, second: null })
  expect(() => provided('http://accounts.example')).toThrow('OIDC_ISSUER: expected an https:// address')
  const elsewhere = { API_BASE: 'https://api.shop.example' }
  expect(() => provided('https://accounts.example', elsewhere)).toThrow(
    'API_BASE: expected unset together with OIDC_ISSUER',
  )
})

test('a second login provider is given whole, under a name of its own, and by the same rules', () => {
  const second = {
    OIDC_2_ISSUER: 'https://orchard.example',
    OIDC_2_CLIENT_ID: 'shop',
    OIDC_2_CLIENT_SECRET: 'plum',
    OIDC_2_NAME: 'Orchard',
  }
  const given = (more: object) => readConfig({ DATA_DIR: folder, ...more })
  expect(given(second).oidc).toEqual({
    google: null,
    second: {
      issuer: 'https://orchard.example',
      clientId: 'shop',
      clientSecret: 'plum',
      name: 'Orchard',
    },
  })
  for (const [name, value] of Object.entries(second))
    for (const some of [{ [name]: value }, { ...second, [name]: '' }])
      expect(() => given(some)).toThrow(
        'OIDC_2_ISSUER: expected together with OIDC_2_CLIENT_ID, OIDC_2_CLIENT_SECRET and OIDC_2_NAME',
      )
  expect(() => given({ ...second, OIDC_2_NAME: 'Google' })).toThrow('OIDC_2_NAME: expected another name')
  expect(() => given({ ...second, OIDC_2_ISSUER: 'http://orchard.example' })).toThrow(
    'OIDC_2_ISSUER: expected an https:// address',
  )
  expect(() => given({ ...second, API_BASE: 'https://api.shop.example' })).toThrow('API_BASE: expected unset')
})
