import { describe, expect, test } from 'bun:test'
import { canLookUp, findHostProblem } from './host-lookup.ts'
import { listenAt } from './listen-at.ts'

// What resolvers fail with when nobody has the name, or they cannot tell.
const codes = ['ENOTFOUND', 'ENOENT', 'EAI_AGAIN', 'EAI_FAIL', 'SERVFAIL']
const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))
const place = { host: 'portal.invalid', port: 0, setting: 'PORT', orElse: 'or to auto' }
const unknown = 'HOST: portal.invalid is no address, and no name that this machine can look up'

describe.each(codes)('a resolver that fails with %s', (code) => {
  const lookUp = failing(code)

  test('is why a server gave no answer', async () => {
    expect(await findHostProblem('db.invalid', { lookUp })).toBe('host db.invalid cannot be looked up')
  })

  test('keeps the portal from listening, and HOST is named', async () => {
    let isOpened = false
    const open = () => {
      isOpened = true
    }
    await expect(listenAt(place, open, { lookUp })).rejects.toThrow(new Error(unknown))
    expect(isOpened).toBe(false)
  })
})

test('a resolver that stays silent has found nothing', async () => {
  const options = { lookUp: () => new Promise(() => {}), limitMs: 10 }
  expect(await canLookUp('portal.invalid', options)).toBe(false)
  await expect(listenAt(place, () => {}, options)).rejects.toThrow(unknown)
})

test('a name that is found is no problem, whatever else fails', async () => {
  const lookUp = () => Promise.resolve('192.0.2.1')
  expect(await findHostProblem('db.example.net', { lookUp })).toBeNull()
  const taken = Object.assign(new Error('taken'), { code: 'EADDRINUSE' })
  await expect(listenAt(place, () => Promise.reject(taken), { lookUp })).rejects.toThrow(
    'port 0 on portal.invalid is taken; set PORT to another one, or to auto',
  )
  const strange = Object.assign(new Error('strange'), { code: 'ENOTTY' })
  await expect(listenAt(place, () => Promise.reject(strange), { lookUp })).rejects.toThrow(
    /^HOST, PORT: nothing can listen on port 0 of portal\.invalid \(ENOTTY\); set HOST to /,
  )
})

test.each([
  '127.0.0.1',
  '::1',
  '[2001:db8::1]',
  'fe80::1%eth0',
  'localhost',
  'LOCALHOST',
  '/run/postgresql',
  '%2Frun%2Fpostgresql',
])('no resolver is asked for %s', async (host) => {
  expect(await canLookUp(host, { lookUp: failing('ENOTFOUND') })).toBe(true)
})

test('what the system knows is found, and nobody’s name is not', async () => {
  // As numbers are written, but not as addresses are: nothing is asked.
  expect(await canLookUp('127.1')).toBe(true)
  expect(await canLookUp(`${'x'.repeat(64)}.invalid`)).toBe(false)
})
