import { describe, expect, test } from 'bun:test'
import { canLookUp, findUnknownHost } from './host-lookup.ts'

const found = async () => ({ address: '192.0.2.1', family: 4 })
const fails = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))

describe('a host can be looked up', () => {
  test.each(['127.0.0.1', '0.0.0.0', '::1', '[::1]', 'fe80::1%eth0'])(
    'when it is the address %s',
    async (host) => {
      expect(await canLookUp(host, fails('ENOTFOUND'))).toBe(true)
    },
  )

  test('when there is an address for its name', async () => {
    expect(await canLookUp('db.example.org', found)).toBe(true)
    expect(await canLookUp('localhost')).toBe(true)
  })
})

describe('a host cannot be looked up', () => {
  test.each(['ENOTFOUND', 'ENOENT', 'EAI_AGAIN', 'EAI_FAIL', 'ESERVFAIL', 'EINVAL'])(
    'when the resolver says %s',
    async (code) => {
      expect(await canLookUp('db.example.org', fails(code))).toBe(false)
    },
  )

  test('when the resolver throws, or never answers', async () => {
    const throws = () => {
      throw new TypeError('The "hostname" argument is invalid')
    }
    expect(await canLookUp('a b', throws)).toBe(false)
    expect(await canLookUp('db.example.org', () => new Promise(() => {}), 10)).toBe(false)
  })

  test('on this machine, when no name may have an address (RFC 6761 section 6.4)', async () => {
    expect(await canLookUp('portal.invalid')).toBe(false)
  })
})

test('the sentence about an unknown host names it and the setting', async () => {
  expect(await findUnknownHost('mail.invalid', 'SMTP_URL', fails('EAI_AGAIN'))).toBe(
    'The host mail.invalid cannot be looked up: check SMTP_URL.',
  )
  expect(await findUnknownHost('mail.example.org', 'SMTP_URL', found)).toBeNull()
})
