import { describe, expect, test } from 'bun:test'
import { canResolve, findHostProblem } from './host-lookup.ts'
import { listenAt } from './listen-at.ts'

// Error codes of resolvers for an unknown name or an unanswered lookup.
const codes = ['ENOTFOUND', 'ENOENT', 'EAI_AGAIN', 'EAI_FAIL', 'SERVFAIL']
const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))
const place = { host: 'portal.invalid', port: 0, setting: 'PORT', orElse: 'or to auto' }
const unknown = 'HOST: this machine cannot resolve portal.invalid'

describe.each(codes)('a resolver that fails with %s', (code) => {
  const lookUp = failing(code)

  test('is the reported reason why a server did not answer', async () => {
    expect(await findHostProblem('db.invalid', { lookUp })).toBe('host db.invalid cannot be resolved')
  })

  test('prevents the portal from listening, and the message names HOST', async () => {
    let isOpened = false
    const open = () => {
      isOpened = true
    }
    await expect(listenAt(place, open, { lookUp })).rejects.toThrow(new Error(unknown))
    expect(isOpened).toBe(false)
  })
})

test('a resolver that stays silent counts as not found', async () => {
  const options = { lookUp: () => new Promise(() => {}), limitMs: 10 }
  expect(await canResolve('portal.invalid', options)).toBe(false)
  await expect(listenAt(place, () => {}, options)).rejects.toThrow(unknown)
})

test('a name that resolves is not the problem, whatever else fails', async () => {
  const lookUp = () => Promise.resolve('192.0.2.1')
  expect(await findHostProblem('db.example.net', { lookUp })).toBeNull()
  const taken = Object.assign(new Error('taken'), { code: 'EADDRINUSE' })
  await expect(listenAt(place, () => Promise.reject(taken), { lookUp })).rejects.toThrow(
    'port 0 on portal.invalid is taken; set PORT to another one, or to auto',
  )
  const strange = Object.assign(new Error('strange'), { code: 'ENOTTY' })
  await expect(listenAt(place, () => Promise.reject(strange), { lookUp })).rejects.toThrow(
    /^HOST, PORT: cannot listen on port 0 of portal\.invalid \(ENOTTY\); set HOST to /,
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
])('%s needs no lookup', async (host) => {
  expect(await canResolve(host, { lookUp: failing('ENOTFOUND') })).toBe(true)
})

test('resolves names that the system knows, and rejects unknown ones', async () => {
  // Numbers, but not in the form of addresses: no lookup.
  expect(await canResolve('127.1')).toBe(true)
  expect(await canResolve(`${'x'.repeat(64)}.invalid`)).toBe(false)
})
